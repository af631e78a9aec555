// Copies a secret, and saves all of a page as a file. Without scripts they are selected by hand.
const doneMs = 2000;
const said = document.querySelector('[data-said]');

async function copy(element) {
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent);
  // Plain http has no clipboard API; the old way needs a selection.
  getSelection().selectAllChildren(element);
  if (!document.execCommand('copy')) throw new Error('The browser does not copy.');
  getSelection().removeAllRanges();
}

function tell(button, text) {
  const label = button.textContent;
  button.textContent = text;
  said.textContent = text;
  setTimeout(() => {
    button.textContent = label;
    said.textContent = '';
  }, doneMs);
}

function save(name, text) {
  // An address with the secret in it would stay in the list of downloads.
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), doneMs);
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const { done, failed } = button.dataset;
  const secret = button.closest('[data-item]').querySelector('pre');
  button.hidden = false;
  button.addEventListener('click', () => {
    copy(secret).then(
      () => tell(button, done),
      () => {
        getSelection().selectAllChildren(secret);
        said.textContent = failed;
      },
    );
  });
}

for (const button of document.querySelectorAll('[data-save]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const items = [...document.querySelectorAll('[data-item]')].map(
      (item) => `${item.querySelector('h2').textContent}\n${item.querySelector('pre').textContent}\n`,
    );
    save(button.dataset.save, [document.querySelector('h1').textContent + '\n', ...items].join('\n'));
    tell(button, button.dataset.done);
  });
}
