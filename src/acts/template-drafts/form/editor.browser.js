// The form of a template: each change is seen in the preview after a pause, and what is wrong is said at its field.
const pauseMs = 600;

const form = document.getElementById('template-form');
const section = document.getElementById('preview');
const status = section.querySelector('[role=status]');
const button = form.querySelector('[data-preview]');
const files = [...form.querySelectorAll('[type=file]')];
let frame = section.querySelector('iframe');
let coming = null;
let count = 0;
let timer = 0;
let isDirty = form.hasAttribute('data-typed');
let isLeaving = false;

/** A frame of its own for each answer: the page's history stays as it is, and the last one is seen until the next is there. */
function renew() {
  clearTimeout(timer);
  coming?.remove();
  const next = frame.cloneNode();
  next.removeAttribute('src');
  next.removeAttribute('id');
  next.name = `preview-${++count}`;
  next.hidden = true;
  frame.after(next);
  coming = next;
  next.addEventListener('load', () => arrived(next));
  button.formTarget = next.name;
  // A picture is sent by its own button.
  for (const file of files) file.disabled = true;
  form.requestSubmit(button);
  for (const file of files) file.disabled = false;
  button.formTarget = 'preview';
}

/** What cannot be looked into is no answer of the form: nobody is signed in any more, or there is no server. */
function arrived(next) {
  const page = next.contentDocument;
  if (next !== coming || page?.URL === 'about:blank') return;
  coming = null;
  if (page === null) {
    status.textContent = status.dataset.away;
    return next.remove();
  }
  const faults = [...page.querySelectorAll('[data-fault]')];
  showFaults(faults);
  if (faults.length > 0) return next.remove();
  // Its links lead away from what was typed.
  page.addEventListener('click', (event) => event.preventDefault());
  const top = frame.contentWindow?.scrollY;
  next.hidden = false;
  frame.remove();
  frame = next;
  frame.name = 'preview';
  if (top !== undefined) frame.contentWindow.scrollTo(0, top);
}

function showFaults(faults) {
  for (const said of form.querySelectorAll('[data-said-here]')) said.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    const error = document.getElementById(`${field.id}-error`);
    if (error !== null) error.hidden = true;
  }
  for (const fault of faults) sayAt(fault.dataset.fault, fault.querySelector('span').textContent);
  const names = faults.map((fault) => fault.querySelector('b').textContent.replace(/:\s*$/, ''));
  status.textContent =
    names.length === 0 ? status.dataset.renewed : status.dataset.held.replace('{count}', names.join(', '));
}

function sayAt(name, text) {
  const field = document.getElementById(name) ?? form;
  const error = document.createElement('p');
  error.className = 'wrong';
  error.id = `${name}-said`;
  error.dataset.saidHere = '';
  error.textContent = text;
  if (field === form) return form.prepend(error);
  field.setAttribute('aria-invalid', 'true');
  const others = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id !== '' && !id.endsWith('-said'));
  field.setAttribute('aria-describedby', [error.id, ...others].join(' '));
  (field.closest('.field') ?? field.parentElement).append(error);
}

function changed({ target }) {
  if (target.type === 'file' || target.name === 'show.width') return;
  if (!target.name.startsWith('show.')) isDirty = true;
  clearTimeout(timer);
  timer = setTimeout(renew, pauseMs);
}

for (const place of [form, section]) place.addEventListener('input', changed);

form.addEventListener('submit', (event) => {
  if (event.submitter === button && button.formTarget === 'preview') {
    event.preventDefault();
    // A form that is being sent is not sent again before that has ended.
    clearTimeout(timer);
    timer = setTimeout(renew);
    section.scrollIntoView({ block: 'nearest' });
  } else if (event.submitter !== button && event.submitter?.formTarget !== '_blank') isLeaving = true;
});

addEventListener('beforeunload', (event) => {
  if (isDirty && !isLeaving) event.preventDefault();
});

// Whoever comes back finds what was typed, and the preview of that.
addEventListener('pageshow', () => {
  isLeaving = false;
  for (const palette of palettes) follow(palette);
  if (form.hasAttribute('data-typed') || isEdited()) renew();
});

const isEdited = () =>
  [...form.elements].some(
    ({ name, type, value, defaultValue }) =>
      name !== '' && type !== 'hidden' && defaultValue !== undefined && value !== defaultValue,
  );

const palettes = [...form.querySelectorAll('[data-for]')];
const sixDigits = /^#?([\da-f]{6})$/i;
/** Shows the colour of its field, or the usual one. */
function follow(palette) {
  const { value, placeholder } = document.getElementById(palette.dataset.for);
  const digits = sixDigits.exec(value.trim())?.[1];
  palette.value = digits === undefined ? placeholder : `#${digits}`;
  palette.classList.toggle('empty', digits === undefined);
}
for (const palette of palettes) {
  const field = document.getElementById(palette.dataset.for);
  palette.hidden = false;
  field.addEventListener('input', () => follow(palette));
  palette.addEventListener('input', () => {
    field.value = palette.value;
    follow(palette);
  });
}
