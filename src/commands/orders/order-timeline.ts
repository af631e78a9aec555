import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import type { OrderDelivery, OrderEvent } from '../../reports/order-events.ts';
import { table } from '../shell/output.ts';

/** Full addresses are shown only on request. */
export type ShowAddress = (address: string) => string;

export const wholeAddress: ShowAddress = (address) => address;

/** `a•••@mail.example`, `7912•••••89`. */
export function deliveryJson(delivery: OrderDelivery, show: ShowAddress): object {
  return {
    channel: delivery.channel,
    kind: delivery.kind,
    round: delivery.round,
    address: show(delivery.address),
    asked_by: delivery.askedBy,
    asked_at: delivery.askedAt,
    state: delivery.state,
    attempts: delivery.attempts,
    due_at: delivery.dueAt,
    sent_at: delivery.sentAt,
    problem: delivery.problem,
    report: delivery.report,
    report_details: delivery.reportDetails,
    reported_at: delivery.reportedAt,
  };
}

export function eventJson(
  { at, event, delivery, times, lastAt, details }: OrderEvent,
  show: ShowAddress,
): object {
  return {
    at,
    event,
    ...(delivery !== null && {
      channel: delivery.channel,
      kind: delivery.kind,
      round: delivery.round,
      address: show(delivery.address),
      asked_by: delivery.askedBy,
    }),
    ...(times > 1 && { times, last_at: lastAt }),
    ...(details !== '' && { details }),
  };
}

/** The events as a table, oldest first. */
export const timeline = (events: OrderEvent[], show: ShowAddress): string =>
  table(
    ['WHEN (MOSCOW)', 'EVENT', 'MESSAGE', 'TO', 'ASKED BY', 'DETAILS'],
    events.map(({ at, event, delivery, times, lastAt, details }) => [
      moscowDateTime(at),
      event.replaceAll('_', ' '),
      delivery === null ? '' : `${delivery.kind} ${delivery.round} by ${delivery.channel}`,
      delivery === null ? '' : show(delivery.address),
      delivery?.askedBy ?? '',
      [times > 1 ? `${times} times, last ${moscowDateTime(lastAt)}` : '', details]
        .filter((part) => part !== '')
        .join('; '),
    ]),
  );
