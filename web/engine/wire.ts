/*
 * wire.ts: messages to an instance of a WebAssembly module of the engine, and its answers; see module.h. A bug in the engine traps: the call
 * throws a WebAssembly.RuntimeError and the instance must be made anew.
 */

/** What is wrong with an input, and where. */
export interface Fault { file: string; line: number; text: string }

/** A fault of input as an exception: what was asked cannot be done, and nothing has changed. */
export class EngineFault extends Error {
  constructor(readonly fault: Fault) {
    super(fault.line ? `${fault.file}:${fault.line}: ${fault.text}` : `${fault.file}: ${fault.text}`);
  }
}

/** The functions that every module has. */
export interface WireExports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  wasm_buffer(size: number): number;
  wasm_answer(): number;
  wasm_document(nameLength: number, textLength: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isFault(answer: unknown): answer is { fault: Fault } {
  return typeof answer === 'object' && answer !== null && 'fault' in answer;
}

export class Wire<E extends WireExports> {
  private constructor(readonly exports: E) {}

  /** From the bytes of a module, or one compiled once for several instances. */
  static async load<E extends WireExports>(source: BufferSource | WebAssembly.Module): Promise<Wire<E>> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(module, {});
    const exports = instance.exports as unknown as E;
    exports._initialize?.();
    return new Wire(exports);
  }

  /** Bytes into the message buffer, one behind the other. Its memory may have moved since the last call, so the array is made anew. */
  send(...parts: readonly Uint8Array[]): number {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const start = this.exports.wasm_buffer(length);
    if (start === 0) throw new EngineFault({ file: 'message', line: 0, text: 'the message is too long' });
    let at = start;
    for (const part of parts) {
      new Uint8Array(this.exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    return length;
  }

  sendJson(message: object): number {
    return this.send(encoder.encode(JSON.stringify(message)));
  }

  answer<T>(length: number): T {
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.wasm_answer(), length);
    const answer: unknown = JSON.parse(decoder.decode(bytes));
    if (isFault(answer)) throw new EngineFault(answer.fault);
    return answer as T;
  }

  /** Add a document ("sample/units.json"), or lay another text over it. */
  addDocument(name: string, text: string): void {
    const nameBytes = encoder.encode(name);
    const textBytes = encoder.encode(text);
    this.send(nameBytes, textBytes);
    this.answer(this.exports.wasm_document(nameBytes.length, textBytes.length));
  }
}
