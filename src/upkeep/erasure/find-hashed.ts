/** Finds the addresses behind keyed hashes in a copy of the database that still has them. */
import { setAsideSenders } from '../../messaging/bounces/erase-senders.ts';
import { redirectedAddresses } from '../../messaging/queue/find-redirected.ts';
import { recipientsOfClient } from '../../orders/search/recipients-of-client.ts';
import { everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { mailSenders } from '../../suppliers/mail/erase-senders.ts';
import { addressHash, readAddress, textOf } from './address.ts';
import { clientsToSearch } from './find-orders.ts';

/** The address of each hash (in hex) that occurs: reads every recipient there is, a microsecond or two each. */
export async function findHashed(
  ctx: HashingContext,
  hashes: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  if (hashes.size === 0) return addresses;
  for await (const text of everyAddress(ctx)) {
    const address = readAddress(text);
    if (address === null) continue;
    const hash = addressHash(ctx.keyring, address).toString('hex');
    if (hashes.has(hash)) addresses.set(hash, textOf(address));
    if (addresses.size === hashes.size) break;
  }
  return addresses;
}

interface HashingContext extends Celled {
  db: Sql;
  keyring: Keyring;
}

async function* everyAddress(ctx: HashingContext): AsyncGenerator<string> {
  const { db } = ctx;
  for (const cell of everyCell(ctx))
    for (const clientId of await clientsToSearch(cell.db, null)) {
      yield* recipientsOfClient(cell.db, clientId);
      yield* await redirectedAddresses(cell.db, clientId);
    }
  yield* await setAsideSenders(db);
  yield* await mailSenders(db);
}
