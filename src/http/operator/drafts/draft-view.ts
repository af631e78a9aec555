/** `/o/drafts/:id`: what is in the file, and the decision about it. */
import { isLoadable } from '../../../acts/guarded/drafts/ask-draft-run.ts';
import type { DraftRun, RunOutcome } from '../../../acts/guarded/drafts/draft-run.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';
import type { ColumnNote } from '../../../vault/import-pool/column-notes.ts';
import { actorText } from '../../../people/audit/actor-text.ts';
import { areaView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import type { DraftPage } from './draft-page.ts';
import { draftLabels } from './labels.ts';
import { senderState } from './list-view.ts';
import { reportView } from './report-view.ts';
import { rulesForm, typedRules } from './rules-form.ts';
import { draftNotes } from '../../../suppliers/mail/drafts.ts';
import { refusalText } from '../../../vault/import-pool/import-reasons.ts';
import { tableReasons } from '../../../platform/spreadsheet/table-reasons.ts';

interface Typed {
  errors: FieldErrors;
  typed: URLSearchParams | null;
}

export function draftView(
  page: DraftPage,
  { language, form }: OperatorCall,
  { errors, typed }: Typed = { errors: {}, typed: null },
): ShellPage {
  const { draft, run } = page;
  const labels = draftLabels[language];
  const moves = run?.state === 'waiting';
  return {
    title: labels.one(draft.draftId),
    errors,
    renews: moves,
    main: html`<p><a href="${at('/o/drafts', language)}">${labels.title}</a></p>
<h1>${labels.one(draft.draftId)}</h1>
${factsCard(draft, language)}
${run !== null && html`<div id="live" data-state="${run.runId}-${run.state}">${runView(run, draft, language)}</div>`}
${run !== null && draft.state === 'waiting' && page.mayLoad && isLoadable(run) && loadForm(run, language)}
${draft.state === 'waiting' && page.mayLoad && !moves && decisions(page, { errors, typed, note: form.get('note') ?? '' }, language)}`,
  };
}

function factsCard(draft: Draft, language: Language): Html {
  const labels = draftLabels[language];
  const kilobytes = formatCount(Math.max(1, Math.round(draft.bytes / 1000)), language);
  return html`<section class="card">${factsView([
    [
      labels.supplier,
      html`<a href="${at(`/o/suppliers/${draft.supplierId}`, language)}">${draft.supplierName}</a>`,
    ],
    [labels.file, `${draft.fileName}, ${labels.size(kilobytes)}`],
    [labels.rows, formatCount(draft.rows, language)],
    [labels.came, momentView(draft.cameAt, language)],
    [labels.from, actorText(draft.sender, language)],
    [labels.sender, senderState(draft, language)],
    [labels.state, labels.states[draft.state]],
    draft.decidedAt === null ? null : [labels.decided, momentView(draft.decidedAt, language)],
    draft.note === '' ? null : [labels.note, noteText(draft, language)],
  ])}
${draft.source === 'mail' && html`<p class="notice ${draft.senderCheck === 'pass' ? 'yes' : draft.senderCheck === 'fail' ? 'no' : 'note'}">${labels.checkHints[draft.senderCheck]}${draft.senderCheckDetails !== '' && html` <code>${draft.senderCheckDetails}</code>`}</p>`}</section>`;
}

function runView(run: DraftRun, draft: Draft, language: Language): Content {
  const labels = draftLabels[language];
  const { outcome } = run;
  if (outcome === null) {
    const name = run.kind === 'load' ? labels.loading : labels.reading;
    const read = labels.readOf(formatCount(run.rowsRead, language), formatCount(draft.rows, language));
    return html`<section class="card"><h2>${name}</h2><progress max="${Math.max(1, draft.rows)}" value="${Math.min(run.rowsRead, draft.rows)}" aria-label="${name}"></progress><p class="hint">${read}. ${labels.renews}</p></section>`;
  }
  return outcomeView(outcome, language);
}

const noteText = ({ state, note }: Draft, language: Language): string =>
  state === 'loaded' ? draftNotes.text(draftNotes.read(note), language) : note;

const notice = (kind: 'no' | 'note', text: Content): Html => html`<p class="notice ${kind}">${text}</p>`;

function outcomeView(outcome: RunOutcome, language: Language): Content {
  const labels = draftLabels[language];
  switch (outcome.is) {
    case 'opened':
      return outcome.outcome.is === 'refused'
        ? notice('no', `${labels.refused}: ${refusalText(outcome.outcome, language)}`)
        : reportView(outcome.outcome, outcome.wakes, language);
    case 'waits':
      return html`<p class="notice note">${labels.waits(outcome.approvalId)}</p>`;
    case 'not-asked':
      return notice('no', notAskedText(outcome.why, language));
    case 'unreadable':
      return notice('no', `${labels.refused}: ${tableReasons.text(outcome.reason, language)}`);
    case 'ended':
      return notice('note', labels.ended);
    default:
      return notice('no', labels.outcomes[outcome.is]);
  }
}

function loadForm(run: DraftRun, language: Language): Html {
  const labels = draftLabels[language];
  const { outcome } = run;
  const codes =
    outcome?.is === 'opened' && outcome.outcome.is !== 'refused' ? outcome.outcome.report.loaded : 0;
  return html`<form class="card" method="post" action="${at(`/o/drafts/${run.draftId}/load`, language)}"><input type="hidden" name="run" value="${run.runId}">
<div class="actions"><button class="button main">${labels.load(formatCount(codes, language))}</button></div><p class="hint">${labels.loadHint}</p></form>`;
}

/** The columns of the file, where it was read. */
export const columnsSeen = (run: DraftRun | null): readonly ColumnNote[] =>
  run?.outcome?.is === 'opened' && run.outcome.outcome.is !== 'refused'
    ? (run.outcome.outcome.report.columns ?? [])
    : [];

function decisions(
  { draft, run, products }: DraftPage,
  { errors, typed, note }: Typed & { note: string },
  language: Language,
): Html {
  const labels = draftLabels[language];
  const form = {
    draftId: draft.draftId,
    products,
    typed: typed ?? typedRules(run?.rules ?? null),
    errors,
    isUnproven: draft.source === 'mail' && draft.senderCheck !== 'pass',
    columnsSeen: columnsSeen(run),
    // What the file lacks is said there: its columns, its sheet.
    isRefused: run?.outcome?.is === 'opened' && run.outcome.outcome.is === 'refused',
    button: run === null ? labels.preview : labels.previewAgain,
  };
  return html`<section class="card narrow"><h2>${labels.rules}</h2><p>${labels.rulesLead}</p>
${rulesForm(form, language)}</section>
<section class="card narrow"><form method="post" action="${at(`/o/drafts/${draft.draftId}/reject`, language)}">
${areaView({ name: 'note', label: labels.rejectNote, value: note, error: errors['note'], attributes: html`rows="2" maxlength="500"` })}
<div class="actions"><button class="button">${labels.reject}</button></div></form></section>`;
}
