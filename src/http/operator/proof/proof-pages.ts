/** `/o/proof`: that all money and codes add up, and since when. */
import { vouchWords } from '../../../catalog/lack-labels.ts';
import type { VouchedProduct } from '../../../catalog/vouches.ts';
import { actorText } from '../../../people/audit/actor-text.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount, formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { askProof } from '../../../reports/proof/ask-proof.ts';
import { findProof, isRight, listProofs, type Proof, type Verdict } from '../../../reports/proof/verdict.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { momentView, tilesView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { operatorLink } from '../operator-link.ts';
import { proofLabels, type ProofLabels } from './labels.ts';
import { promiseText } from './promises.ts';

const path = '/o/proof';

interface Proofs {
  list: Omit<Proof, 'verdict'>[];
  last: Proof | null;
}

export function addProof(pages: OperatorPages): void {
  pages.page<Proofs>({
    path,
    needs: 'proof.read',
    load: async ({ ctx: { pageDb } }) => ({
      list: await listProofs(pageDb),
      last: await findProof(pageDb, null),
    }),
    view: (proofs, call) => proofsPage(proofs, call),
  });
  pages.act({
    path: `${path}/run`,
    needs: 'proof.run',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act({ ctx, principal, language, now }) {
      const labels = proofLabels[language];
      const asked = await askProof(ctx.db, ctx.keyring, principal, now);
      if (asked.is === 'forbidden') return { is: 'missing' };
      const isNew = asked.is === 'asked';
      const text = isNew ? labels.asked : labels.busy;
      return { is: 'done', to: path, flash: { kind: isNew ? 'yes' : 'note', text } };
    },
  });
  pages.act({
    path: `${path}/file`,
    needs: 'proof.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act({ ctx, form }) {
      const proof = await findProof(ctx.pageDb, idIn(form.get('id')) ?? 0);
      if (proof === null) return { is: 'missing' };
      return {
        is: 'file',
        file: {
          name: `proof-${proof.proofId}.json`,
          contentType: 'application/json; charset=utf-8',
          bytes: Buffer.from(`${JSON.stringify(proof, null, 2)}\n`),
        },
      };
    },
  });
}

function proofsPage({ list, last }: Proofs, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = proofLabels[language];
  const [newest] = list;
  const moves = newest?.state === 'waiting' || newest?.state === 'running';
  return {
    title: labels.title,
    renews: moves,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
<div id="live" data-state="${newest?.state ?? ''}">${newest !== undefined && moves && progressCard(newest, labels)}</div>
${!moves && may(principal, 'proof.run', party) && html`<form method="post" action="${at(`${path}/run`, language)}"><div class="actions"><button class="button main">${labels.run}</button></div></form>`}
${last === null || last.verdict === null ? emptyView(labels.none) : verdictCards(last, last.verdict, labels, call)}
${list.length > 1 && pastCard(list, labels, language)}`,
  };
}

function progressCard({ state, step, steps }: Omit<Proof, 'verdict'>, labels: ProofLabels): Html {
  const text = state === 'waiting' || steps === 0 ? labels.waiting : labels.running(step, steps);
  return html`<section class="card"><h2>${text}</h2><progress max="${Math.max(1, steps)}" value="${step}" aria-label="${text}"></progress><p class="hint">${labels.renews}</p></section>`;
}

function verdictCards(proof: Proof, verdict: Verdict, labels: ProofLabels, call: OperatorCall): Content {
  const { language } = call;
  const { counts, checks, vouches = [], sealedDays, auditHeads } = verdict;
  const names = Object.keys(labels.counts) as (keyof Verdict['counts'])[];
  type Check = (typeof checks)[number];
  const verdictOf = (check: Check) =>
    html`<span><span class="state ${check.ok ? 'yes' : 'no'}">${check.ok ? labels.fine : labels.violations(formatCount(check.total, language))}</span>${!check.ok && html`<br><code>${JSON.stringify(check.rows.slice(0, 3))}</code>`}</span>`;
  const columns: Columns<Check> = [
    { name: labels.check, cell: (check) => promiseText(check, language) },
    { name: labels.verdict, cell: verdictOf },
  ];
  return html`<section class="card"><div class="heading"><h2>${stateView(isRight(verdict), labels)}</h2>
<form method="post" action="${at(`${path}/file`, language)}"><input type="hidden" name="id" value="${String(proof.proofId)}"><button class="button">${labels.download}</button></form></div>
<p class="hint">${labels.at}: ${momentView(proof.endedAt ?? proof.askedAt, language)}. ${labels.by}: ${actorText(proof.askedName, language)}</p></section>
${tilesView(names.map((name) => ({ name: labels.counts[name], value: formatCount(counts[name], language) })))}
<section class="card"><h2>${labels.days}</h2>${daysView(sealedDays, labels, language)}<p class="hint">${labels.chains(formatCount(auditHeads.length, language))}</p></section>
${vouches.length > 0 && vouchesCard(vouches, labels, call)}
<section class="card"><h2>${labels.checks}</h2>${rowsView({ caption: labels.checks, columns, rows: checks }, language)}</section>`;
}

const vouchesShown = 100;

function vouchesCard(vouches: readonly VouchedProduct[], labels: ProofLabels, call: OperatorCall): Html {
  const { language } = call;
  const title = labels.vouches(formatCount(vouches.length, language));
  const product = (one: VouchedProduct) => operatorLink(call, `/o/products/${one.productId}`, one.title);
  const columns: Columns<VouchedProduct> = [
    { name: labels.product, phone: 'start', cell: product },
    { name: labels.since, phone: 'end', cell: (one) => new Date(one.at) },
    { name: labels.voucher, phone: 'line', cell: (one) => vouchWords(one, language).byName },
    { name: labels.reason, phone: 'line', cell: (one) => vouchWords(one, language).reason },
  ];
  return html`<section class="card" id="vouches"><h2>${title}</h2><p>${labels.vouchesLead}</p>${rowsView({ caption: title, columns, rows: vouches.slice(0, vouchesShown) }, language)}${vouches.length > vouchesShown && html`<p class="hint">${labels.moreVouches(formatCount(vouchesShown, language))}</p>`}</section>`;
}

const stateView = (ok: boolean | null, labels: ProofLabels): Html =>
  html`<span class="state ${ok === true ? 'yes' : 'no'}">${ok === null ? labels.part : ok ? labels.right : labels.wrong}</span>`;

function daysView(sealed: Verdict['sealedDays'], labels: ProofLabels, language: Language): Content {
  if (sealed === null) return html`<p>${labels.notCompared}</p>`;
  const { days, last, changed } = sealed;
  if (last === null) return html`<p>${labels.noDays}</p>`;
  const day = (text: string): string => formatShortDate(new Date(`${text}T12:00:00Z`), language);
  return html`<p>${labels.dayCount(formatCount(days, language), day(last))}</p>
${changed.length > 0 ? html`<p class="notice no">${labels.changed(changed.slice(0, 20).map(day).join(', '))}</p>` : html`<p>${labels.unchanged}</p>`}`;
}

type PastProof = Omit<Proof, 'verdict'>;

function pastCard(rows: readonly PastProof[], labels: ProofLabels, language: Language): Html {
  const state = (one: PastProof) =>
    one.state === 'done' ? stateView(one.ok, labels) : labels.states[one.state];
  const columns: Columns<PastProof> = [
    { name: labels.at, cell: (one) => one.endedAt ?? one.askedAt },
    { name: labels.by, cell: (one) => actorText(one.askedName, language) },
    { name: labels.state, cell: state },
  ];
  return html`<section class="card"><h2>${labels.past}</h2>${rowsView({ caption: labels.past, columns, rows }, language)}</section>`;
}
