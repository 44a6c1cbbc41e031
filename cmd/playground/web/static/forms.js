// Forms are sent without leaving the page; what went wrong stands where it was
// pressed.
export async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  try {
    const response = await fetch(form.action, { method: 'POST', body });
    if (response.ok) return '';
    return (await response.json()).error;
  } catch {
    return 'The playground does not answer. Is it still running?';
  }
}

export function startForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.id === 'composer' || form.id === 'member-menu') return;
    event.preventDefault();
    sendFrom(form, event.submitter);
  });
  document.addEventListener('click', (event) => {
    if (event.target.closest('button:disabled')) event.preventDefault();
  });
}

async function sendFrom(form, submitter) {
  const message = (submitter ?? form).closest('.message');
  const id = message?.dataset.id;
  if (message?.querySelector('[aria-busy="true"]')) return; // one at a time
  if (!fits(form)) return;
  submitter?.setAttribute('aria-busy', 'true');
  const problem = await send(form, submitter);
  submitter?.removeAttribute('aria-busy');
  if (problem) form.querySelector('details')?.removeAttribute('open');
  show(id, problem);
}

// fits checks how many options of a menu are chosen.
function fits(form) {
  const list = form.querySelector('.menu-list[data-maximum]');
  if (!list) return true;
  const chosen = list.querySelectorAll('input:checked').length;
  const { minimum, maximum } = list.dataset;
  if (chosen >= minimum && chosen <= maximum) return true;
  show(form.closest('.message').dataset.id, minimum === maximum ? `Choose ${minimum}.` : `Choose ${minimum} to ${maximum}.`);
  return false;
}

// show finds the message again: it may have been replaced while waiting.
function show(id, problem) {
  const place = id && document.getElementById('m-' + id)?.querySelector('.failure');
  if (!place) return;
  place.hidden = !problem;
  place.textContent = problem;
}
