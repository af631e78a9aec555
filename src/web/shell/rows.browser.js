/** Keys for lists: from row to row, from one thing to the next, ticks, and what keys there are. Whatever they do, links and boxes do too. */
import { singleKey } from './single-keys.browser.js';

const texts = {
  ru: {
    keys: 'Клавиши',
    acts: [
      {
        names: ['j', 'k'],
        act: 'следующая и предыдущая строка списка; на странице одного заказа, клиента, продукта — соседний',
      },
      { names: ['Enter'], act: 'открыть строку' },
      { names: ['x'], act: 'отметить строку' },
      { names: ['Shift + x'], act: 'отметить все строки от последней отмеченной до этой' },
      { names: ['/', 'Ctrl + K'], act: 'поиск' },
      { names: ['?'], act: 'эта подсказка' },
    ],
    off: 'Одиночные клавиши можно отключить на странице «Учётная запись».',
    close: 'Закрыть',
    tickAll: 'Отметить все строки на странице',
  },
  en: {
    keys: 'Keys',
    acts: [
      {
        names: ['j', 'k'],
        act: 'next and previous row of a list; on the page of one order, client or product, the one beside it',
      },
      { names: ['Enter'], act: 'open the row' },
      { names: ['x'], act: 'tick the row' },
      { names: ['Shift + x'], act: 'tick all rows from the last ticked one to this one' },
      { names: ['/', 'Ctrl + K'], act: 'search' },
      { names: ['?'], act: 'this help' },
    ],
    off: 'Single keys can be turned off on the page “Account”.',
    close: 'Close',
    tickAll: 'Tick all rows of this page',
  },
}[document.documentElement.lang];

const tickIn = (row) => row?.querySelector('input[type=checkbox]:enabled') ?? null;
/** What a row leads to; of rows that lead nowhere, what can be done with them. */
const wayIn = (row) => row.querySelector('.way a') ?? row.querySelector('a, input, button');
const rows = () =>
  [...document.querySelectorAll('main .stacks tbody tr')].filter((row) => wayIn(row) !== null);
const rowAt = (element) => element.closest('main .stacks tbody tr');

/** The row that was opened last from this list, after coming back. */
const openedKey = `opened ${location.pathname}`;
const openedRow = () => rows().find((row) => wayIn(row).pathname === sessionStorage.getItem(openedKey));

/** On a page of one thing to the one beside it, in a list to the row beside; past its ends to the links to further rows. */
function go(step) {
  const direction = step > 0 ? 'next' : 'prev';
  const beside = document.querySelector('.beside');
  if (beside !== null) return beside.querySelector(`[rel=${direction}]`)?.click();
  const all = rows();
  const place = all.indexOf(rowAt(document.activeElement) ?? openedRow());
  const row = all[place + step];
  const to = row === undefined ? document.querySelector(`.pager [rel=${direction}]`) : wayIn(row);
  (row ?? to)?.scrollIntoView({ block: 'nearest' });
  to?.focus({ preventScroll: true });
}

let lastTick = null;

/** Ticks of all rows between two, as the last one was. */
function tickUpTo(box) {
  const all = rows().map(tickIn);
  const [from, to] = [all.indexOf(lastTick), all.indexOf(box)].toSorted((one, other) => one - other);
  if (lastTick !== null && from !== -1)
    for (const between of all.slice(from, to + 1)) if (between !== null) between.checked = box.checked;
}

document.addEventListener('click', ({ target, shiftKey, ctrlKey, metaKey }) => {
  const link = target.closest('.way a');
  if (link !== null) sessionStorage.setItem(openedKey, link.pathname);
  if (target.matches('tbody input[type=checkbox]')) {
    if (shiftKey) tickUpTo(target);
    lastTick = target;
  }
  // Beside the link, where no style could lay it over its row (list.css).
  if (target.closest('a, button, input, select, label, summary') !== null || !getSelection().isCollapsed)
    return;
  const way = rowAt(target)?.querySelector('.way a');
  way?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey, ctrlKey, metaKey }),
  );
});

function tickRow({ shiftKey }) {
  const box = tickIn(rowAt(document.activeElement));
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
}

/** The head of a table whose rows have ticks ticks them all. */
for (const table of document.querySelectorAll('main .stacks')) {
  const boxes = [...table.querySelectorAll('tbody tr')].map(tickIn).filter((box) => box !== null);
  if (boxes.length < 2) continue;
  const all = document.createElement('input');
  Object.assign(all, { type: 'checkbox', autocomplete: 'off', title: texts.tickAll });
  all.setAttribute('aria-label', texts.tickAll);
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
  });
  const label = document.createElement('label');
  label.className = 'choice';
  label.append(all);
  table.querySelector('th').prepend(label);
}

const keyNames = (names) => names.map((name) => `<kbd>${name}</kbd>`).join(' ');

function showKeys() {
  const dialog = document.createElement('dialog');
  dialog.className = 'keys';
  dialog.setAttribute('aria-labelledby', 'keys-title');
  dialog.innerHTML = `<h2 id="keys-title">${texts.keys}</h2>
<dl>${texts.acts.map(({ names, act }) => `<div><dt>${keyNames(names)}</dt><dd>${act}</dd></div>`).join('')}</dl>
<p class="hint">${texts.off}</p><form class="actions" method="dialog"><button class="button">${texts.close}</button></form>`;
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const acts = { j: () => go(1), k: () => go(-1), x: tickRow, '?': showKeys };
addEventListener('keydown', (event) => {
  const act = acts[singleKey(event)];
  if (act === undefined) return;
  event.preventDefault();
  act(event);
});

/** Whoever has a mouse beside the keyboard finds the keys too. */
const footer = document.querySelector('.shell footer');
if (footer !== null && matchMedia('(pointer: fine)').matches) {
  const button = document.createElement('button');
  button.className = 'as-link';
  button.textContent = `${texts.keys}: ?`;
  button.addEventListener('click', showKeys);
  footer.append(button);
}
