/*
 * socket.mjs: a page without a page, for tests: a WebSocket of our own over node's net, the requests of docs/table-protocol.md, and a seat at
 * a game that keeps every message it received.
 */
import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/* A frame of a client: masked, as the standard demands. */
export function frame(opcode, payload) {
  const bytes = Buffer.from(payload);
  const mask = randomBytes(4);
  const head = bytes.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | bytes.length])
    : bytes.length < 65536 ? Buffer.from([0x80 | opcode, 0x80 | 126, bytes.length >> 8, bytes.length & 255])
      : Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | 127, 0, 0, 0, 0]), Buffer.from([bytes.length >>> 24, bytes.length >> 16 & 255, bytes.length >> 8 & 255, bytes.length & 255])]);
  for (let i = 0; i < bytes.length; i++) bytes[i] ^= mask[i & 3];
  return Buffer.concat([head, mask, bytes]);
}

/* The frames in a buffer, and what is left of it. */
function split(buffer) {
  const frames = [];
  for (;;) {
    if (buffer.length < 2) return [frames, buffer];
    let length = buffer[1] & 127, at = 2;
    if (length === 126) { if (buffer.length < 4) return [frames, buffer]; length = buffer.readUInt16BE(2); at = 4; }
    else if (length === 127) { if (buffer.length < 10) return [frames, buffer]; length = Number(buffer.readBigUInt64BE(2)); at = 10; }
    if (buffer.length < at + length) return [frames, buffer];
    frames.push({ final: (buffer[0] & 0x80) !== 0, opcode: buffer[0] & 15, payload: buffer.subarray(at, at + length) });
    buffer = buffer.subarray(at + length);
  }
}

/* One connection to a host: requests and their answers, and everything that came, in order. */
export class Socket {
  received = [];               /* every message as text */
  closed = null;               /* the status with which the host has closed */
  #socket; #waiting = new Map(); #listeners = new Set(); #rest = Buffer.alloc(0); #partial = []; #next = 1; #end;

  /* host: { port, name?, cookie?, origin?, path?, protocol? } */
  static async connect(host) {
    const self = new Socket();
    self.ended = new Promise(resolve => { self.#end = resolve; });
    const socket = net.connect(host.port, '127.0.0.1');
    self.#socket = socket;
    socket.on('error', () => { });
    await new Promise((resolve, reject) => { socket.once('connect', resolve); socket.once('error', reject); });
    const key = randomBytes(16).toString('base64');
    const fields = [`Host: ${host.name ?? `127.0.0.1:${host.port}`}`, 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Protocol: ${host.protocol ?? 'mestre-1'}`];
    if (host.origin !== null) fields.push(`Origin: ${host.origin ?? `http://127.0.0.1:${host.port}`}`);
    if (host.cookie) fields.push(`Cookie: ${host.cookie}`);
    socket.write(`GET ${host.path ?? '/socket'} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`);
    await self.#handshake(createHash('sha1').update(key + guid).digest('base64'));
    return self;
  }

  #handshake(accept) {
    return new Promise((resolve, reject) => {
      let answer = Buffer.alloc(0);
      const gone = () => reject(new Error(`closed during the handshake: ${answer.toString('latin1').split('\r\n')[0]}`));
      this.#socket.once('close', gone);
      const onData = chunk => {
        answer = Buffer.concat([answer, chunk]);
        const end = answer.indexOf('\r\n\r\n');
        if (end < 0) return;
        this.#socket.off('data', onData);
        this.#socket.off('close', gone);
        const head = answer.subarray(0, end).toString('latin1');
        if (!head.startsWith('HTTP/1.1 101') || !head.includes(accept)) {
          this.#socket.destroy();
          reject(new Error(head.split('\r\n')[0]));
          return;
        }
        this.#socket.on('data', more => this.#take(more));
        this.#socket.on('close', () => this.#gone());
        this.#take(answer.subarray(end + 4));
        resolve();
      };
      this.#socket.on('data', onData);
    });
  }

  #gone() {
    for (const { reject } of this.#waiting.values()) reject(new Error('the connection was closed'));
    this.#waiting.clear();
    this.#end(this.closed);
    for (const listener of this.#listeners) listener(null);
  }

  #take(chunk) {
    const [frames, rest] = split(Buffer.concat([this.#rest, chunk]));
    this.#rest = rest;
    for (const one of frames) {
      if (one.opcode === 8) {
        this.closed = one.payload.length >= 2 ? one.payload.readUInt16BE(0) : 1005;
        this.#socket.end();
      } else if (one.opcode === 9) {
        this.#socket.write(frame(10, one.payload));
      } else if (one.opcode < 3) {
        this.#partial.push(one.payload);
        if (one.final) this.#message(Buffer.concat(this.#partial.splice(0)).toString('utf8'));
      }
    }
  }

  #message(text) {
    this.received.push(text);
    const message = JSON.parse(text);
    const waiting = message.id !== undefined ? this.#waiting.get(message.id) : undefined;
    if (waiting) {
      this.#waiting.delete(message.id);
      waiting.resolve(message);
    }
    for (const listener of this.#listeners) listener(message);
  }

  send(text) { this.#socket.write(frame(1, text)); }
  sendBytes(opcode, bytes) { this.#socket.write(frame(opcode, bytes)); }

  /* The whole answer to a request such as { chat: { channel: 1, text: 'Hello' } }. */
  ask(request) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) { reject(new Error('the connection was closed')); return; }
      const timer = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(request).slice(0, 300)}`)), 20000);
      this.#waiting.set(id, { resolve: answer => { clearTimeout(timer); resolve(answer); }, reject: error => { clearTimeout(timer); reject(error); } });
      this.send(JSON.stringify({ id, ...request }));
    });
  }

  /* Called with every message, and with null at the end. Returns what ends it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /* The first message, from those that came or will come, that pleases. */
  until(pleases, wait = 10000) {
    for (const text of this.received) {
      const message = JSON.parse(text);
      if (pleases(message)) return Promise.resolve(message);
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => { stop(); reject(new Error(`nothing came; the last was ${this.received.at(-1)?.slice(0, 300)}`)); }, wait);
      const stop = this.listen(message => {
        if (message !== null && !pleases(message)) return;
        clearTimeout(timer);
        stop();
        if (message === null) reject(new Error('the connection was closed'));
        else resolve(message);
      });
    });
  }

  close() { this.#socket.destroy(); return this.ended; }
}

/* A seat at a game: its channel, the updates it has, in order. */
export class Seat {
  updates = []; texts = []; over = null; needs = null; began = false; chats = []; presence = null; seeds = null; others = [];

  static async open(socket, door, from = 0) {
    const self = new Seat();
    self.socket = socket;
    const pending = [];
    const stop = socket.listen(message => pending.push(message));
    const answer = await socket.ask({ open: { ...door, from } });
    stop();
    if (!answer.opened) throw Object.assign(new Error(`not opened: ${JSON.stringify(answer)}`), { answer });
    self.opened = answer.opened;
    self.channel = answer.opened.channel;
    self.seat = answer.opened.seat;
    self.began = answer.opened.began;
    socket.listen(message => self.#hear(message));
    for (const message of pending) self.#hear(message);
    if (self.opened.n >= from) await self.reached(self.opened.n);
    return self;
  }

  #hear(message) {
    if (message === null) return;
    const [kind, body] = Object.entries(message).find(([key]) => key !== 'id') ?? [];
    if (message.id !== undefined || body?.channel !== this.channel) return;
    if (kind === 'update') {
      this.updates.push(body);
      this.texts.push(JSON.stringify({ ...body, channel: 0 }));
    } else if (kind === 'begins') this.began = true;
    else if (kind === 'needs') this.needs = body.count ? body : null;
    else if (kind === 'over') this.over = body;
    else if (kind === 'chat') this.chats.push(body);
    else if (kind === 'presence') this.presence = body;
    else if (kind === 'seeds') this.seeds = body.seeds;
    else this.others.push(message);
  }

  get n() { return this.updates.at(-1)?.n ?? -1; }
  get state() { return Buffer.from(this.updates.at(-1).state, 'base64'); }

  ask(kind, body = {}) { return this.socket.ask({ [kind]: { channel: this.channel, ...body } }); }
  decide(...decisions) { return this.ask('decide', { n: this.n, decisions }); }

  async reached(n, wait = 20000) { await this.when(() => this.n >= n, wait); }

  /* Wait until something is so; looked at after every message. */
  when(isSo, wait = 20000) {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => { stop(); reject(new Error(`waited in vain: seat ${this.seat} has update ${this.n}`)); }, wait);
      const stop = this.socket.listen(message => {
        if (message !== null && !isSo()) return;
        clearTimeout(timer);
        stop();
        if (message === null) reject(new Error('the connection was closed'));
        else resolve();
      });
    });
  }
}
