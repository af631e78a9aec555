// Copies the number and the PIN, and prints. Without scripts the page works without these.
const doneMs = 2000;
const said = document.querySelector('[data-said]');

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

async function copy(element) {
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent);
  // Plain http has no clipboard API; the old way needs a selection.
  select(element);
  document.execCommand('copy');
}

function tell(button, labels) {
  button.textContent = button.dataset.done;
  said.textContent = button.dataset.say;
  setTimeout(() => {
    button.textContent = labels;
    said.textContent = '';
  }, doneMs);
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const element = document.getElementById(button.dataset.copy);
  const labels = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => {
    copy(element).then(
      () => tell(button, labels),
      () => select(element),
    );
  });
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

// Folded parts must be open in print.
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('.fold:not([open])')];
  for (const details of folded) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of folded) details.open = false;
});
