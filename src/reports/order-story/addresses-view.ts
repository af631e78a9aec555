/** Where the certificate of an order was sent. An address that was corrected stays beside the right one, crossed out. */
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { OrderStory } from '../client-order.ts';
import { addressView, exactMomentView } from '../../web/shell/parts-view.ts';
import { eventLabels } from './event-labels.ts';

const texts: Record<Language, { corrected: string; added: string }> = {
  ru: { corrected: 'исправлено', added: 'добавлено' },
  en: { corrected: 'corrected', added: 'added' },
};

/** Null: to nobody. */
export function addressesView(story: OrderStory, language: Language): Content {
  const lines = [channelView(story, 'email', language), channelView(story, 'sms', language)].filter(
    (line) => line !== null,
  );
  return lines.length === 0
    ? null
    : html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`;
}

function channelView(
  { order, corrections }: OrderStory,
  channel: 'email' | 'sms',
  language: Language,
): Content {
  const named = channel === 'email' ? order.emailTo : order.toPhone;
  const its = corrections.filter((one) => one.channel === channel);
  const last = its.at(-1);
  if (last === undefined) return named === '' ? null : addressView(named);
  const before = its.map(({ from }) => from).filter((from) => from !== '');
  const { corrected, added } = texts[language];
  const said = before.length === 0 ? added : corrected;
  return html`${before.map((from) => html`<del>${addressView(from)}</del> → `)}${addressView(last.to)} <span class="hint">${said} ${exactMomentView(last.at, language)}, ${eventLabels[language].askers[last.askedBy]}</span>`;
}
