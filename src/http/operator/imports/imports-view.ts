/** `/o/imports`: uploaded catalogues. */
import { maxCatalogueBytes } from '../../../acts/catalog/imports/ask-import.ts';
import type { ListedImport } from '../../../acts/catalog/imports/catalogue-import.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { type Choice, type FieldErrors, fileView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { importLabels, type ImportLabels } from './labels.ts';

const path = '/o/imports';
const megabytes = maxCatalogueBytes / 1_000_000;

export function importsView(
  list: readonly ListedImport[],
  call: OperatorCall,
  errors: FieldErrors = {},
  typed = new URLSearchParams(),
): ShellPage {
  const { language, principal, party } = call;
  const labels = importLabels[language];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${may(principal, 'products.change', party) && uploadForm(labels, language, errors, typed)}
${list.length === 0 ? emptyView(labels.none) : html`<section class="card"><h2>${labels.list}</h2>${tableOf(list, labels, language)}</section>`}`,
  };
}

export const choicesOf = (texts: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(texts).map(([value, text]) => ({ value, text }));

/** Fields after a file do not come along. */
function uploadForm(
  labels: ImportLabels,
  language: Language,
  errors: FieldErrors,
  typed: URLSearchParams,
): Html {
  return html`<section class="card narrow"><h2>${labels.upload}</h2>
<form method="post" action="${at(path, language)}" enctype="multipart/form-data">
${selectField({ name: 'scheme', label: labels.scheme, choices: choicesOf(labels.schemes), value: typed.get('scheme') ?? 'platform', error: errors['scheme'] })}
${selectField({ name: 'taken', label: labels.taken, choices: choicesOf(labels.rules), value: typed.get('taken') ?? 'refuse', error: errors['taken'] })}
<label class="choice"><input type="checkbox" name="overwrite" value="yes"${typed.get('overwrite') === 'yes' && html` checked`}> ${labels.overwrite}</label>
${fileView({ name: 'file', label: labels.file, hint: labels.hint(megabytes), error: errors['file'], attributes: html`accept=".json,application/json" required` })}
<div class="actions"><button class="button main">${labels.send}</button></div></form></section>`;
}

function tableOf(rows: readonly ListedImport[], labels: ImportLabels, language: Language): Html {
  const link = ({ id, fileName }: ListedImport) => linkView(`${path}/${id}`, `${id}: ${fileName}`, language);
  const columns: Columns<ListedImport> = [
    { name: labels.number, leads: true, cell: link },
    { name: labels.at, cell: (one) => one.addedAt },
    { name: labels.by, cell: (one) => one.byName },
    { name: labels.state, cell: (one) => stateView(one, one.ended, labels) },
  ];
  return rowsView({ caption: labels.list, columns, rows }, language);
}

type Stated = Pick<ListedImport, 'state' | 'kind'>;

export function stateView(one: Stated, ended: ListedImport['ended'], labels: ImportLabels): Html {
  const name = stateOf(one, ended);
  const looks: Partial<Record<typeof name, string>> = { done: ' yes', wrong: ' no', failed: ' no' };
  return html`<span class="state${looks[name] ?? ''}">${labels.states[name]}</span>`;
}

function stateOf({ state, kind }: Stated, ended: ListedImport['ended']): keyof ImportLabels['states'] {
  if (state === 'discarded') return 'discarded';
  if (state === 'waiting') return kind === 'preview' ? 'previewing' : 'importing';
  switch (ended) {
    case 'imported':
      return kind === 'preview' ? 'preview' : 'done';
    case 'taken':
    case 'wrong':
    case 'changed':
      return ended;
    default:
      return 'failed';
  }
}
