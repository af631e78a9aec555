/** The story of an order as a timeline. */
import type { ShownCallback } from '../../callbacks/find-callback.ts';
import { formatFace, formatShortMoment } from '../../platform/text/formats.ts';
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { ClientOrder, OrderStory } from '../client-order.ts';
import type { OrderEvent, OrderEventName } from '../order-events.ts';
import type { TimelineEntry } from '../../web/shell/parts-view.ts';
import { eventLabels, readerName, type EventLabels } from './event-labels.ts';
import { answerProblem } from '../call-texts.ts';

const wentWrong: readonly OrderEventName[] = ['failed', 'not_sent', 'bounced', 'callback_abandoned'];
const toCome: readonly OrderEventName[] = ['planned', 'waiting'];

/** The whole story of an order, oldest first; what is still to come is last. */
export function storyOf(
  story: OrderStory,
  callback: ShownCallback | null,
  language: Language,
): TimelineEntry[] {
  const labels = eventLabels[language];
  const { order, events, calls, openings } = story;
  const entries: TimelineEntry[] = [
    ...events.map((event) => eventEntry(event, story, language)),
    ...calls.map(({ at, kind, attempt, outcome, durationMs }) => ({
      at,
      name: labels.calls[kind](attempt),
      detail: `${labels.outcomes[outcome]}, ${labels.seconds(durationMs)}`,
      look: outcome === 'done' ? undefined : ('no' as const),
    })),
    ...openings.map(({ at, reader, name }) => ({
      at,
      name: labels.opened(readerName(reader, language), name),
    })),
    ...(callback?.made ?? []).map(({ at, attempt, httpStatus, answerHead, problem, durationMs }) => ({
      at,
      name: labels.attempt(attempt, httpStatus),
      detail: joined([answerHead, answerProblem(httpStatus, problem, language), labels.seconds(durationMs)]),
      look: problem === '' ? undefined : ('no' as const),
    })),
  ];
  const now = order.endedAt ?? order.acceptedAt;
  return entries.toSorted(
    (one, other) => rank(one) - rank(other) || one.at.getTime() - other.at.getTime() || Number(one.at < now),
  );
}

const rank = ({ look }: TimelineEntry): number => (look === 'later' ? 1 : 0);

function eventEntry(
  { at, event, delivery, times, lastAt, details }: OrderEvent,
  { order, corrections }: OrderStory,
  language: Language,
): TimelineEntry {
  const labels = eventLabels[language];
  const correction =
    event === 'resend_asked' &&
    corrections.find(
      (one) => one.channel === delivery?.channel && one.at.getTime() === at.getTime() && one.from !== '',
    );
  const message =
    delivery === null
      ? []
      : [
          labels.messages[delivery.kind],
          correction ? `${correction.from} → ${correction.to}` : delivery.address,
          event === 'sent' || correction ? labels.askers[delivery.askedBy] : '',
        ];
  const accepted =
    event === 'accepted'
      ? [
          originOf(order, labels),
          order.testmode || order.sumKopecks === 0 ? '' : labels.held(formatFace(order.sumKopecks, language)),
        ]
      : [];
  return {
    at,
    name: correction ? labels.resentElsewhere : labels.events[event],
    detail: joined([
      ...accepted,
      ...message,
      times > 1 ? labels.times(times, formatShortMoment(lastAt, language)) : '',
      event.startsWith('callback_') && details !== ''
        ? labels.attempts(Number.parseInt(details, 10))
        : details,
    ]),
    look: wentWrong.includes(event) ? 'no' : toCome.includes(event) ? 'later' : undefined,
  };
}

function originOf({ author, bulkId, cardRequestId }: ClientOrder, labels: EventLabels): string {
  if (cardRequestId !== null) return labels.byHolder;
  if (bulkId !== null) return labels.ofBulk(bulkId, author);
  return author === null ? labels.byProgram : labels.placedBy(author);
}

function joined(parts: readonly string[]): Content {
  const text = parts.filter((part) => part !== '').join(' · ');
  return text === '' ? null : html`${text}`;
}
