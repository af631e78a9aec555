/** Bulk orders that are ticked in the list are cancelled together, after a look at which. */
import { findBulk, isOpen, type BulkOrder } from '../../../orders/bulk/bulk-order.ts';
import { cancelBulk } from '../../../orders/bulk/decide-bulk.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { bulkLabels } from './labels.ts';

const list = '/c/bulk';
const path = `${list}/ticked/cancel`;
/** A page has no more. */
const mostTicks = 50;

export const addTickedBulks = (pages: CabinetPages): void =>
  pages.act({
    path,
    needs: 'orders.place',
    leadsTo: 'nothing',
    undone: { asks: ask },
    act: cancel,
  });

export function bulkTick(bulk: BulkOrder, link: Content, language: Language): Content {
  if (!isOpen(bulk)) return link;
  const label = bulkLabels[language].tick(bulk.bulkId);
  return html`<span class="inline"><label class="choice"><input type="checkbox" name="bulk" value="${String(bulk.bulkId)}" aria-label="${label}" autocomplete="off"></label> ${link}</span>`;
}

export const tickedBulks = (table: Html, language: Language): Html =>
  html`<form class="ticking" method="post" action="${at(path, language)}">${table}
<div class="actions"><span class="muted">${bulkLabels[language].ticked}:</span> <button class="button">${bulkLabels[language].cancel}</button></div></form>`;

async function findTicked({ ctx, party, form }: CabinetCall): Promise<BulkOrder[]> {
  const ids = [...new Set(form.getAll('bulk'))].slice(0, mostTicks).flatMap((text) => idIn(text) ?? []);
  const found = await Promise.all(
    ids.map((bulkId) => findBulk(ctx.pageDb, { clientId: party.partyId, bulkId })),
  );
  return found.flatMap((bulk) => (bulk !== null && isOpen(bulk) ? [bulk] : []));
}

/** How far each has come is not told: it goes on meanwhile. */
async function ask(call: CabinetCall): Promise<Question | null> {
  const bulks = await findTicked(call);
  if (bulks.length === 0) return null;
  const { language } = call;
  const labels = bulkLabels[language];
  const count = formatCount(bulks.length, language);
  const nameOf = ({ bulkId, name, uuid }: BulkOrder): string =>
    `${bulkId} (${uuid === null ? name : labels.byApi})`;
  return {
    title: labels.cancelTicked(count),
    facts: [
      [labels.list, bulks.map(nameOf).join(', ')],
      [
        labels.lines,
        formatCount(
          bulks.reduce((all, { lines }) => all + lines, 0),
          language,
        ),
      ],
    ],
    text: labels.cancelText,
    act: labels.cancelAct(count),
    back: list,
  };
}

async function cancel(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const labels = bulkLabels[language];
  let done = 0;
  for (const { clientId, bulkId } of await findTicked(call)) {
    const decided = await cancelBulk(ctx, principal, { clientId, bulkId }, now);
    if (decided.is === 'done') done += 1;
  }
  const flash =
    done === 0
      ? ({ kind: 'no', text: labels.noneTicked } as const)
      : ({ kind: 'yes', text: labels.cancelledTicked(formatCount(done, language)) } as const);
  return { is: 'done', to: list, flash };
}
