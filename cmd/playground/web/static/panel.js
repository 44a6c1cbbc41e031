// The wire: the newest exchanges on top, no more than the server keeps.
import { tell } from './clock.js';

const entries = document.getElementById('entries');
const status = document.getElementById('status');
const kept = 60;

// followWire adds what the page does not show yet: the stream begins with all.
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
