// The files that go with a message, or into an option of a command.
const field = document.getElementById('files');
const list = document.getElementById('chosen-files');

let all = []; // of different names
let chosen = null; // told of the next file that is picked

export function startFiles() {
  const line = document.getElementById('line');
  field.addEventListener('change', () => {
    const picked = [...field.files];
    add(picked);
    if (picked.length) chosen?.(picked[0].name);
    chosen = null;
  });
  field.addEventListener('cancel', () => { chosen = null; });
  line.addEventListener('paste', (event) => {
    if (!event.clipboardData.files.length) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  });
  document.addEventListener('dragover', (event) => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); });
  document.addEventListener('drop', (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
    line.focus();
  });
}

// pick lets a file be picked and tells its name.
export function pick(then) {
  chosen = then;
  field.click();
}

export function fileNames() { return all.map((file) => file.name); }

export function clearFiles() { set([]); }

// add adds files; one takes the place of another of its name.
function add(files) {
  const names = new Set(files.map((file) => file.name));
  set([...all.filter((file) => !names.has(file.name)), ...files]);
}

function set(files) {
  all = files;
  const transfer = new DataTransfer();
  for (const file of all) transfer.items.add(file);
  field.files = transfer.files; // what the form sends
  list.replaceChildren(...all.map(chip));
  list.hidden = !all.length;
}

function chip(file) {
  const li = document.createElement('li');
  const name = document.createElement('span');
  const remove = document.createElement('button');
  li.className = 'chosen-file';
  name.textContent = file.name;
  remove.type = 'button';
  remove.className = 'icon';
  remove.textContent = '✕';
  remove.setAttribute('aria-label', 'Remove ' + file.name);
  remove.addEventListener('click', () => set(all.filter((other) => other !== file)));
  li.append(name, remove);
  return li;
}
