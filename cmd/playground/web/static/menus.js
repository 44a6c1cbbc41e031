// The context menu of members, drawers on small screens, and menus of options.
import { send } from './forms.js';

const menu = document.getElementById('member-menu');
let opener = null;

export function startMenus() {
  document.addEventListener('click', click);
  document.addEventListener('contextmenu', (event) => {
    const person = event.target.closest('[data-user]');
    if (!person) return;
    event.preventDefault();
    openFor(person, event.clientX, event.clientY);
  });
  document.addEventListener('keydown', key);
  document.addEventListener('toggle', ({ target }) => {
    if (!target.matches('.menu-box')) return;
    // Scroll to the list of a menu that opens below the edge of the page.
    if (target.open) target.querySelector('.menu-list').scrollIntoView({ block: 'nearest' });
    // A menu of several options is sent when it closes, as in Discord's client.
    else if ([...target.querySelectorAll('input')].some((input) => input.checked !== input.defaultChecked)) target.closest('form').requestSubmit();
  }, true);
  menu.addEventListener('submit', use);
  const maker = document.getElementById('thread-maker');
  maker?.addEventListener('toggle', () => { if (maker.open) maker.querySelector('input').focus(); });
}

function click(event) {
  const member = event.target.closest('[data-member]');
  const drawer = event.target.closest('[data-drawer]');
  if (drawer) return toggle(drawer);
  if (!event.target.closest('.sidebar, .members, .popup')) closeDrawers();
  if (member) {
    const place = member.getBoundingClientRect();
    return openFor(member.closest('[data-user]'), place.left, place.bottom);
  }
  if (!menu.contains(event.target)) closeMenu();
  for (const box of document.querySelectorAll('details:is(.menu-box, .maker)[open]')) {
    if (!box.contains(event.target)) box.open = false;
  }
}

// openFor requests the items before it opens the menu, because bots join and leave.
async function openFor(person, x, y) {
  closeMenu();
  document.getElementById('member-menu-title').textContent = person.dataset.name;
  menu.elements.target.value = person.dataset.user;
  opener = person.querySelector('button') ?? person;
  const from = opener;
  const answer = await fetch('/menu' + document.body.dataset.query).catch(() => null);
  if (!answer?.ok || opener !== from) return;
  menu.querySelector('[role="menu"]').innerHTML = await answer.text(); // rendered and escaped by the server
  menu.hidden = false;
  menu.style.left = Math.max(8, Math.min(x, innerWidth - menu.offsetWidth - 8)) + 'px';
  menu.style.top = Math.max(8, Math.min(y, innerHeight - menu.offsetHeight - 8)) + 'px';
  menu.querySelector('[role="menuitem"]')?.focus();
}

function closeMenu() {
  if (menu.hidden) return;
  menu.hidden = true;
  opener?.focus();
}

async function use(event) {
  event.preventDefault();
  const error = await send(menu, event.submitter);
  closeMenu();
  closeDrawers();
  const problem = document.getElementById('problem');
  problem.textContent = error;
  problem.hidden = !error;
}

function toggle(button) {
  const side = document.getElementById(button.dataset.drawer);
  const open = !side.classList.contains('open');
  closeDrawers();
  side.classList.toggle('open', open);
  button.setAttribute('aria-expanded', String(open));
  if (open) side.querySelector('a, button')?.focus();
}

function closeDrawers() {
  document.querySelectorAll('.open').forEach((side) => side.classList.remove('open'));
  document.querySelectorAll('[data-drawer]').forEach((b) => b.setAttribute('aria-expanded', 'false'));
}

function key(event) {
  if (event.key === 'Escape') {
    closeMenu();
    closeDrawers();
    const box = event.target.closest('details:is(.menu-box, .maker)[open]');
    if (box) {
      box.open = false;
      box.querySelector('summary').focus();
    }
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const group = event.target.closest('[role="menu"], details.menu-box[open]');
  if (step && group) {
    event.preventDefault();
    const stops = [...group.querySelectorAll('summary, button, input')];
    stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
  }
}
