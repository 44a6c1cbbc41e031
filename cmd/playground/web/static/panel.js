// The wire panel: the newest entries on top, and no more entries than the server keeps.
import { tell } from './clock.js';

const entries = document.getElementById('entries');
const status = document.getElementById('status');
const kept = 60;

// followWire adds new entries. The stream begins with all entries, so add skips those that the page already shows.
export function followWire(source) {
  if (!entries) return;
  source.addEventListener('wire', (event) => add(JSON.parse(event.data)));
  source.addEventListener('status', (event) => say(JSON.parse(event.data)));
}

function say({ connected, words }) {
  status.classList.toggle('off', !connected);
  status.querySelector('[role="status"]').textContent = words;
}

function add(html) {
  const template = document.createElement('template');
  template.innerHTML = html; // rendered and escaped by the server
  tell(template.content);
  const newest = Number(entries.firstElementChild?.dataset.entry ?? 0);
  const fresh = [...template.content.children].filter((entry) => Number(entry.dataset.entry) > newest);
  entries.prepend(...fresh);
  while (entries.children.length > kept) entries.lastElementChild.remove();
}
