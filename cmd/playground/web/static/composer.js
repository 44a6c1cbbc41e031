// The line for messages and commands. The server sends suggestions, and the member chooses one with the keyboard or mouse.
import { send } from './forms.js';

const form = document.getElementById('composer');
const input = document.getElementById('line');
const box = document.getElementById('suggestions');
const list = document.getElementById('suggestions-list');
const hint = document.getElementById('suggestions-hint');
const problem = document.getElementById('problem');

let items = [];
let selected = -1;
let asking = null;
let timer = 0;
const history = [];
let past = 0;

export function startComposer() {
  input.addEventListener('input', () => { complain(''); later(); });
  if (!CSS.supports('field-sizing', 'content')) input.addEventListener('input', grow);
  input.addEventListener('focus', later);
  input.addEventListener('blur', () => setTimeout(() => { if (document.activeElement !== input) close(); }, 150));
  input.addEventListener('keydown', key);
  // The handler of keydown handles Enter. Without this, Enter would also submit the suggestion that it has just chosen.
  input.addEventListener('keypress', (event) => { if (event.key === 'Enter' && !event.shiftKey) event.preventDefault(); });
  form.addEventListener('submit', (event) => { event.preventDefault(); submit(); });
  document.addEventListener('click', (event) => {
    const command = event.target.closest('[data-command]');
    if (command) begin('/' + command.dataset.command + ' ');
  });
  document.addEventListener('keydown', (event) => {
    const free = !event.target.closest('input, textarea, select, [role="menu"]');
    if (event.key === '/' && free && !event.ctrlKey && !event.metaKey) input.focus(); // then the key types the slash
  });
}

// grow fits the height of the field to its text, for browsers without field-sizing.
function grow() {
  input.style.height = 'auto';
  input.style.height = input.scrollHeight + 'px';
}

function begin(text) {
  input.value = text;
  input.focus();
  input.setSelectionRange(text.length, text.length);
  ask();
}

function isCommand(text) { return text.trimStart().startsWith('/'); }

function later() {
  clearTimeout(timer);
  timer = setTimeout(ask, 60);
}

async function ask() {
  asking?.abort();
  const mine = asking = new AbortController();
  const end = input.selectionStart ?? input.value.length;
  const text = input.value.slice(0, end);
  if (!isCommand(text) && !/[@#][^\n]*$/.test(text)) return close();
  const query = new URLSearchParams(document.body.dataset.query);
  query.set('line', text);
  try {
    const response = await fetch('/complete?' + query, { signal: mine.signal });
    const answer = await response.json();
    if (mine !== asking || document.activeElement !== input) return;
    if (!response.ok) return complain(answer.error);
    offer(answer);
  } catch (error) {
    if (error.name !== 'AbortError') close();
  }
}

function offer(answer) {
  items = answer.items;
  hint.textContent = answer.hint;
  list.replaceChildren(...items.map(row));
  box.hidden = !items.length && !answer.hint;
  select(answer.selected);
}

function row(item, i) {
  const li = document.createElement('li');
  li.id = 'suggestion-' + i;
  li.className = 'suggestion';
  li.setAttribute('role', 'option');
  if (item.person) li.append(part('span', item.person.Initial, 'avatar ' + item.person.Colour));
  li.append(part('b', item.label));
  if (item.description) li.append(part('span', item.description, 'about'));
  if (item.required) li.append(part('span', 'required', 'required'));
  li.addEventListener('mousedown', (event) => { event.preventDefault(); choose(i); });
  return li;
}

function part(tag, text, className = '') {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

function select(i) {
  selected = i;
  [...list.children].forEach((li, j) => li.setAttribute('aria-selected', String(i === j)));
  if (i >= 0) list.children[i].scrollIntoView({ block: 'nearest' });
  if (i >= 0) input.setAttribute('aria-activedescendant', 'suggestion-' + i);
  else input.removeAttribute('aria-activedescendant');
}

function choose(i) {
  const rest = input.value.slice(input.selectionStart ?? input.value.length);
  const text = items[i].line;
  input.value = text + rest.trimStart();
  input.focus();
  input.setSelectionRange(text.length, text.length);
  close();
  ask();
}

function close() {
  asking?.abort();
  clearTimeout(timer);
  items = [];
  box.hidden = true;
  select(-1);
}

function key(event) {
  if (event.isComposing || event.key === 'Enter' && event.shiftKey) return; // Shift+Enter begins a new line
  const open = !box.hidden && items.length > 0;
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  if (open && event.key in moves) {
    event.preventDefault();
    select((selected + moves[event.key] + items.length + (selected < 0 && event.key === 'ArrowUp' ? 1 : 0)) % items.length);
  } else if (open && (event.key === 'Tab' && !event.shiftKey || event.key === 'Enter' && selected >= 0)) {
    event.preventDefault();
    choose(Math.max(selected, 0));
  } else if (event.key === 'Enter') {
    event.preventDefault();
    submit();
  } else if (event.key === 'Escape') {
    close(); // this also aborts a pending request for suggestions
  } else if (event.key === 'ArrowUp' && !input.value && past < history.length) {
    event.preventDefault();
    past++;
    input.value = history[history.length - past];
  }
}

async function submit() {
  const text = input.value.trim();
  if (!text || form.hasAttribute('aria-busy')) return;
  close();
  form.setAttribute('aria-busy', 'true');
  let line = '';
  const error = await send(form, null, (answer) => { line = answer.line ?? ''; });
  form.removeAttribute('aria-busy');
  if (line) begin(line);
  complain(error);
  if (error) return;
  if (text) history.push(text);
  past = 0;
  if (input.value.trim() === text) input.value = '';
}

function complain(text) {
  problem.textContent = text;
  problem.hidden = !text;
  input.setAttribute('aria-invalid', String(Boolean(text)));
}
