/*
 * person.mjs: somebody who plays at the page with eyes and hands only: everything is read as roles and names, and done with a mouse, with
 * the keyboard alone, or with one finger. No rule of any game is known here: what is offered is taken.
 */
import { pattern, text } from './page.mjs';

const moment = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/* A page's roles and names as a tree. */
export function readTree(snapshot) {
  const top = { role: 'top', name: '', marks: [], children: [] };
  const path = [{ depth: -1, node: top }];
  for (const line of snapshot.split('\n')) {
    const found = /^( *)- (.*)$/.exec(line);
    if (!found) continue;
    let said = found[2];
    if (said.startsWith("'")) said = said.replace(/^'((?:[^']|'')*)'/, (_, inner) => inner.replaceAll("''", "'"));
    const parts = /^(\/?\w+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]+\])*):? ?(.*)$/s.exec(said);
    if (!parts) continue;
    const node = { role: parts[1], name: parts[2] ? JSON.parse(parts[2]) : '', marks: parts[3].match(/[^ [\]]+/g) ?? [], text: parts[4], children: [] };
    while (path.at(-1).depth >= found[1].length) path.pop();
    path.at(-1).node.children.push(node);
    path.push({ depth: found[1].length, node });
  }
  return top;
}

/* Every node of a role in a tree; those within a node that `without` pleases are left out. */
export function findAll(node, role, without = () => false) {
  return node.children.flatMap(child => without(child) ? [] : [...(child.role === role ? [child] : []), ...findAll(child, role, without)]);
}

const isEnabled = node => !node.marks.includes('disabled');

export class Person {
  did = [];                           /* what was done so far, by name */

  /* `random(n)` gives a number below n; `hands` is mouse, keys or touch. */
  constructor(page, random, { language = 'en', hands = 'mouse' } = {}) {
    Object.assign(this, { page, random, language, hands });
  }

  say(key, values) { return text(this.language, key, values).replace(/\s+/g, ' '); }
  is(key) { return pattern(this.language, key); }
  get prompt() { return this.page.getByRole('group', { name: this.say('prompt.label') }); }
  get end() { return this.page.getByRole('group', { name: new RegExp(['end.draw', 'end.won', 'end.you_won', 'end.you_lost'].map(key => this.is(key).source).join('|')) }); }

  /* Use a control: what a locator says, which is waited for, or an element, which is there or has gone. */
  async use(control) {
    if (this.hands === 'keys') await this.press(control);
    else await this.touch(control);
  }

  /* Go to a control with Tab alone, from wherever the focus is, and press Enter there. */
  async press(control) {
    await this.reach(control);
    await this.page.keyboard.press('Enter');
  }

  async reach(control) {
    const isThere = () => control.evaluate(node => document.activeElement === node, undefined, { timeout: 5000 });
    for (let i = 0; !await isThere(); i++) {
      if (i === 200) throw new Error(`the keyboard does not reach ${control}`);
      await this.page.keyboard.press('Tab');
    }
  }

  async touch(control) {
    if (this.hands === 'touch') await control.tap({ timeout: 5000 });
    else await control.click({ timeout: 5000 });
  }

  async look() {
    const [over, asked] = await Promise.all([this.end.count(), this.prompt.count()]);
    if (over > 0) return { over: true, children: [] };
    if (asked === 0) return null;
    try {
      return readTree(await this.prompt.ariaSnapshot({ timeout: 1000 }));
    } catch {
      return null;
    }
  }

  pick(list) { return list[this.random(list.length)]; }

  /* What one would do next: the name of a button in a group, or null while there is nothing to do. */
  choose(tree) {
    const [prompt] = findAll(tree, 'group');
    const form = findAll(tree, 'form')[0];
    const back = this.say('prompt.back'), hint = this.say('hint.button'), rule = this.is('rule.open');
    const isMeta = node => (node.role === 'group' && node.name === back) || (node.role === 'list') || node.name === hint || rule.test(node.name);
    const buttons = node => findAll(node, 'button', isMeta).filter(isEnabled);
    const named = key => buttons(tree).find(({ name }) => this.is(key).test(name));
    if (!prompt) return null;
    const confirm = named('pending.confirm');
    if (confirm) return { button: confirm.name };
    if (form) return this.aim(form, buttons(form));
    const lay = named('plan.lay') ?? named('plan.one');
    if (lay) return { button: lay.name };
    const cards = findAll(tree, 'group').find(({ name }) => this.is('plan.cards').test(name));
    if (cards && buttons(cards).length > 0) return { group: cards.name, button: this.pick(buttons(cards)).name };
    const chooser = findAll(tree, 'group').find(({ name }) => name === this.say('answer.units'));
    const pills = chooser ? buttons(chooser) : [];
    const isChooser = node => isMeta(node) || node === chooser;
    const quiet = ['plan.lack', 'plan.lackone', 'plan.clear'].map(key => this.is(key));
    const acts = findAll(tree, 'button', isChooser).filter(isEnabled).filter(({ name }) => !quiet.some(each => each.test(name)));
    const isChosen = pills.some(({ marks }) => marks.includes('pressed'));
    if (pills.length > 0 && !isChosen) return { group: chooser.name, button: this.pick(pills).name };
    return acts.length > 0 ? { button: this.pick(acts).name } : null;
  }

  /* A distance is typed where there is a field for it; where that will not do a place is suggested; where none is found, it is left. */
  aim(form, buttons) {
    const distance = findAll(form, 'textbox').find(({ name }) => name === this.say('aim.length') || name.startsWith(`${this.say('aim.length')} `));
    const suggest = buttons.find(({ name }) => name === this.say('aim.suggest'));
    const tries = this.did.slice(this.did.findLastIndex(name => name !== suggest?.name && !name.startsWith('typed ')) + 1);
    if (distance && tries.length === 0 && this.random(2) === 0) return { field: distance.name, type: String(1 + this.random(3)) };
    const button = tries.length < 5 && suggest ? suggest : buttons.find(({ name }) => name === this.say('pending.cancel'));
    return button ? { button: button.name } : null;
  }

  async type(field, typed) {
    if (this.hands === 'keys') await this.reach(field);
    else await this.touch(field);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(typed);
    await this.page.keyboard.press('Enter');
  }

  /* One act, if there is one to do now: its name, null when there is none, or 'over'. */
  async act() {
    const tree = await this.look();
    if (tree === null) return null;
    if (tree.over) return 'over';
    const choice = this.choose(tree);
    if (choice === null) return null;
    const seen = choice.field ? this.prompt.getByRole('textbox', { name: choice.field, exact: true })
      : (choice.group ? this.prompt.getByRole('group', { name: choice.group, exact: true }) : this.prompt).getByRole('button', { name: choice.button, exact: true }).first();
    const control = await seen.elementHandle({ timeout: 200 });         /* it is still there, or has gone with its question */
    if (choice.field) await this.type(control, choice.type);
    else await this.use(control);
    await control.dispose();
    const did = choice.field ? `typed ${choice.type}` : choice.button;
    this.did.push(did);
    return did;
  }

  /* Play until `done` says so, or the game is over. */
  async play({ until = () => false, seconds = 120 } = {}) {
    const patience = 20_000, end = Date.now() + seconds * 1000;
    for (let since = Date.now(); !await until();) {
      let did = null;
      try {
        did = await this.act();
        since = Date.now();
      } catch (error) {
        if (Date.now() - since > patience) throw error;                 /* the page has gone on between the look and the hand */
      }
      if (did === 'over') return;
      if (did === null) await moment(30);
      if (Date.now() > end) throw new Error(`not over after ${seconds} s and ${this.did.length} acts; the last: ${this.did.slice(-8).join(' | ')}\n${await this.page.locator("body").ariaSnapshot().catch(() => "")}`);
    }
  }
}
