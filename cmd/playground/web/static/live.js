// Live messages. The server sends the HTML of messages that have changed.
import { paint } from './accent.js';
import { tell } from './clock.js';
import { followWire } from './panel.js';

const list = document.getElementById('messages');
const scroller = document.getElementById('scroller');
const announcer = document.getElementById('announcer');
const offline = document.getElementById('offline');

let source = null;
let atEnd = true;

export function followMessages() {
  // The page stays scrolled to its end, even when a phone's keyboard opens, until the reader
  // scrolls up. If the address names a message, the page starts at that message.
  if (!location.hash) toEnd();
  scroller.addEventListener('scroll', () => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
  });
  list.addEventListener('load', () => { if (atEnd) toEnd(); }, true); // images grow when they are loaded
  new ResizeObserver(() => { if (atEnd) toEnd(); }).observe(scroller);
  // A hidden tab closes its connection, because browsers allow only six for each server.
  document.addEventListener('visibilitychange', connect);
  addEventListener('pagehide', disconnect);
  addEventListener('pageshow', connect);
  connect();
}

function toEnd() { scroller.scrollTop = scroller.scrollHeight; }

function disconnect() {
  source?.close();
  source = null;
}

function connect() {
  if (document.hidden) return disconnect();
  if (source) return;
  source = new EventSource('/events' + document.body.dataset.query);
  let first = true;
  source.onopen = () => { first = true; offline.hidden = true; };
  source.onerror = () => { offline.hidden = false; };
  source.addEventListener('message', (event) => {
    apply(JSON.parse(event.data), first);
    first = false;
  });
  source.addEventListener('places', (event) => arrange(JSON.parse(event.data)));
  followWire(source);
}

// arrange replaces the lists of servers and channels. The focus stays on the same link.
function arrange(html) {
  const places = document.getElementById('places');
  const focused = places.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  places.innerHTML = html; // rendered and escaped by the server
  if (focused) [...places.querySelectorAll('a')].find((a) => a.getAttribute('href') === focused)?.focus();
}

function apply(delta, quiet) {
  const stay = atEnd;
  const known = new Map([...list.children].map((m) => [m.dataset.id, m]));
  let before = null;
  for (const id of delta.order) {
    const message = update(known.get(id), delta.changed[id], quiet);
    known.delete(id);
    if (!message) continue;
    const next = before ? before.nextElementSibling : list.firstElementChild;
    if (next !== message) list.insertBefore(message, next);
    before = message;
  }
  known.forEach((gone) => gone.remove());
  if (stay) toEnd();
}

function update(old, article, quiet) {
  if (!article || old?.dataset.version === article.version) return old;
  const template = document.createElement('template');
  template.innerHTML = article.html; // rendered and escaped by the server
  const fresh = template.content.firstElementChild;
  tell(fresh);
  paint(template.content);
  if (old) replace(old, fresh);
  if (!quiet) announcer.textContent = article.summary;
  return fresh;
}

// replace replaces a message and keeps its focus and its open menus. Elements are identified by
// their place in the message, because custom ids change with every move.
function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const open = [...old.querySelectorAll('details[open]')].map((d) => d.dataset.at);
  const widths = [...old.querySelectorAll('.container')].map((c) => c.offsetWidth);
  old.replaceWith(fresh);
  // A container never shrinks, so that its buttons stay in place during a game.
  fresh.querySelectorAll('.container').forEach((c, i) => { c.style.minWidth = `min(${widths[i] ?? 0}px, 100%)`; });
  for (const at of open) {
    const box = fresh.querySelector(`details[data-at="${at}"]`);
    if (box && focused?.closest('details')) box.open = true;
  }
  if (focused) refocus(fresh, focused);
}

function refocus(fresh, focused) {
  const at = focused.dataset.at ?? focused.closest('[data-at]')?.dataset.at;
  const same = at && fresh.querySelector(`summary[data-at="${at}"], button[data-at="${at}"]:not(:disabled), a[data-at="${at}"]`);
  (same || fresh.querySelector('button[data-at]:not(:disabled)') || fresh).focus({ preventScroll: true });
}
