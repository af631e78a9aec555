/** Orders that were ticked in a list are taken as a file. */
import { findClient } from '../../../clients/find-client.ts';
import { takeTickedOrders, type TickedOrders } from '../../../orders/export/take-ticked.ts';
import { sheetContentTypes } from '../../../platform/spreadsheet/sheet-file.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { tickedLabels } from './labels.ts';
import { placeOf, readTicks, type TickedCall } from './ticked-acts.ts';

type TakingCall = TickedCall & { now: Date };

/** The act of a page whose list is at `path`; `backOf` says the address of the list as it was filtered. */
export const tickedFile = <Call extends TakingCall>(path: string, backOf: (call: Call) => string) =>
  ({
    path: `${path}/ticked/file`,
    needs: 'exports.make',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: (call: Call) => takeFile(call, backOf(call)),
  }) as const;

async function takeFile(call: TakingCall, back: string): Promise<ActEnd> {
  const { form, principal, language, now } = call;
  const ticks = readTicks(form);
  if (ticks.length === 0)
    return { is: 'done', to: back, flash: { kind: 'no', text: tickedLabels[language].noneTicked } };
  const groups = Map.groupBy(ticks, ({ clientId }) => clientId);
  const found = await Promise.all(
    [...groups].map(([clientId, keys]) =>
      ordersOf(
        call,
        clientId,
        keys.map(({ requestId }) => requestId),
      ),
    ),
  );
  const ticked = found.filter((one) => one !== null);
  const taken = await takeTickedOrders(ticked, principal, language, now);
  if (taken.is === 'missing') return { is: 'missing' };
  if (taken.is === 'step-up') return { is: 'step-up', to: back };
  const name = `facevalue-orders-${moscowDay(now)}.xlsx`;
  return { is: 'file', file: { name, contentType: sheetContentTypes.xlsx, bytes: taken.content } };
}

/** Null: they are not this person's. The operator, who sees those of several clients, is told whose they are. */
async function ordersOf(
  call: TakingCall,
  clientId: number,
  requestIds: number[],
): Promise<TickedOrders | null> {
  const place = placeOf(call, clientId);
  if (place === null) return null;
  const client = call.party.side === 'operator' ? await findClient(place.pageDb, clientId) : null;
  return { place, clientId, client: client?.name ?? null, requestIds };
}
