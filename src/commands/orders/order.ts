import { Option, type Command } from 'commander';
import { requestStates, wireStatus, type RequestState } from '../../orders/states.ts';
import { descending, gathered, mergedList } from '../../platform/cells/merge.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { findOrders, listOrders, type OrderDetails, type OrderLine } from '../../reports/order-report.ts';
import { maskedAddress } from '../../platform/values/masked-address.ts';
import { aCount, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { deliveryJson, eventJson, timeline, wholeAddress, type ShowAddress } from './order-timeline.ts';
import { registerCode } from './code.ts';
import { registerMoveClock } from './move-clock.ts';
import { registerRefund } from './refund.ts';
import { registerResend } from './resend.ts';
import { withWorld } from '../shell/with-world.ts';

/** `order`: shows, resends and refunds orders. */
export function register(program: Command): void {
  const order = program
    .command('order')
    .description('Requests and their results. Only `order code` shows a code.');
  order
    .command('show')
    .description('One request: state, money, messages, callback and events.')
    .argument('<id>', 'id of the request, as returned by makeOrder', anId)
    .option('--order', 'the id is an order number, as printed on the certificate')
    .option('--addresses', 'show full e-mails and phones')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExamples:\n  facevalue order show 3500001\n  facevalue order show 10000001 --order',
    )
    .action(show);
  order
    .command('list')
    .description('The newest requests.')
    .option('--client <id>', 'only of this client', anId)
    .addOption(new Option('--state <state>', 'only in this state').choices(requestStates))
    .option('--limit <count>', 'how many', aCount, 20)
    .option(...jsonOption)
    .action(list);
  registerCode(order);
  registerRefund(order);
  registerResend(order);
  registerMoveClock(order);
}

interface ShowOptions extends OutputOptions {
  order?: boolean;
  addresses?: boolean;
}

async function show(id: number, options: ShowOptions): Promise<void> {
  const ask = options.order === true ? { orderId: id } : { requestId: id };
  const orders = await withWorld((world) => gathered(world, ({ db }) => findOrders(db, ask)));
  if (orders.length === 0)
    throw new Refusal(`There is no ${options.order === true ? 'order' : 'request'} ${id}.`);
  const shown = options.addresses === true ? wholeAddress : maskedAddress;
  answer(options, { orders: orders.map((found) => detailsJson(found, shown)) }, () =>
    orders.map((found) => `${describeOrder(found)}\n\n${timeline(found.events, shown)}`).join('\n\n\n'),
  );
}

interface ListOptions extends OutputOptions {
  client?: number;
  state?: RequestState;
  limit: number;
}

async function list(options: ListOptions): Promise<void> {
  const orders = await withWorld((world) => {
    const { client: clientId = null, state = null, limit } = options;
    const by = descending(({ requestId }: OrderLine) => requestId);
    return mergedList(world, { by, limit }, ({ db }) => listOrders(db, { clientId, state, limit }));
  });
  answer(options, { orders: orders.map(lineJson) }, () =>
    table(
      ['REQUEST', 'CLIENT', 'STATE', 'ORDER', 'PRODUCT', 'FACE', 'SUM', 'ACCEPTED', 'ERROR'],
      orders.map((line) => [
        line.requestId,
        line.clientId,
        line.testmode ? `${line.state} (test)` : line.state,
        line.orderId ?? '',
        `${line.productId} ${line.title}`,
        roubles(line.faceKopecks),
        roubles(line.sumKopecks),
        moscowDateTime(line.acceptedAt),
        line.errorCode ?? '',
      ]),
    ),
  );
}

function lineJson(line: OrderLine): object {
  return {
    id: line.requestId,
    client_id: line.clientId,
    order_id: line.orderId,
    state: line.state,
    status: wireStatus[line.state],
    testmode: line.testmode,
    product_id: line.productId,
    title: line.title,
    face: line.faceKopecks / 100,
    sum: line.sumKopecks / 100,
    delivery_type: line.deliveryType,
    accepted_at: line.acceptedAt,
    ended_at: line.endedAt,
    error_code: line.errorCode,
  };
}

function detailsJson(order: OrderDetails, shown: ShowAddress): object {
  return {
    ...lineJson(order),
    client: order.client,
    supplier_id: order.supplierId,
    uuid: order.uuid,
    code: order.serviceCode,
    comment: order.comment,
    external_id: order.externalId,
    ttl_at: order.ttlAt,
    expires_at: order.expiresAt,
    refunded_at: order.refundedAt,
    refund_note: order.refundNote,
    refunded: order.refundedKopecks === null ? null : order.refundedKopecks / 100,
    error_text: order.errorText,
    code_id: order.codeId,
    code_readings: order.readings,
    deliveries: order.deliveries.map((delivery) => deliveryJson(delivery, shown)),
    callback: order.callback && {
      state: order.callback.state,
      attempts: order.callback.attempts,
      due_at: order.callback.dueAt,
      last_http_status: order.callback.lastStatus,
    },
    events: order.events.map((event) => eventJson(event, shown)),
  };
}

const instant = (at: Date | null): string => (at === null ? '' : `${moscowDateTime(at)} Moscow`);

function describeOrder(order: OrderDetails): string {
  const { callback } = order;
  const facts: [string, string | number][] = [
    ['Request', `${order.requestId}${order.testmode ? ' (test)' : ''}`],
    ['Client', `${order.clientId} ${order.client}`],
    ['State', order.state],
    ['Order', order.orderId ?? ''],
    ['Product', `${order.productId} ${order.title}`],
    ['Face', roubles(order.faceKopecks)],
    ['Sum', roubles(order.sumKopecks)],
    ['Accepted', instant(order.acceptedAt)],
    ['Ended', instant(order.endedAt)],
    ['Valid until', instant(order.expiresAt)],
    ['Refunded', order.refundedAt === null ? '' : `${instant(order.refundedAt)}: ${order.refundNote ?? ''}`],
    ['Cancelled unless issued by', order.endedAt === null ? instant(order.ttlAt) : ''],
    ['Error', order.errorCode === null ? '' : `${order.errorCode} ${order.errorText ?? ''}`],
    ['uuid', order.uuid],
    ['Service code', order.serviceCode],
    ['External id', order.externalId],
    ['Comment', order.comment],
    [
      'Code',
      order.codeId === null ? '' : `•••• (row ${order.codeId} of the vault, opened ${order.readings} times)`,
    ],
    ['Delivery', order.deliveryType],
    [
      'Callback',
      callback === null
        ? ''
        : `${callback.state}, ${callback.attempts} attempts${callback.lastStatus === null ? '' : `, last answer ${callback.lastStatus}`}`,
    ],
  ];
  const shownFacts = facts.filter(([, value]) => value !== '');
  const width = Math.max(...shownFacts.map(([name]) => name.length));
  return shownFacts.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
