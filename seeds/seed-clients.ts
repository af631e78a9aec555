import { addClient } from '../src/clients/add-client.ts';
import { setClient } from '../src/clients/set-client.ts';
import { topUp } from '../src/ledger/top-up.ts';
import { acceptContract, fillContract } from '../src/acts/onboarding/contract.ts';
import { fromShell } from '../src/people/access/principal.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { kopecksPerRouble } from '../src/platform/values/money.ts';
import { callbackInbox } from './demo-addresses.ts';
import { demoClients } from './demo-world/clients.ts';

/** Adds the demo's clients with their money. */
export async function seedClients(tx: Tx, keyring: Keyring, baseUrl: string, now: Date): Promise<void> {
  for (const { topUpRoubles, contract, ...client } of demoClients) {
    const { id } = await addClient(tx, keyring, client, now);
    // The inbox is named after the id, which is known only now.
    await setClient(tx, id, { callbackUrl: callbackInbox(baseUrl, id) });
    await fillContract(tx, keyring, fromShell, { clientId: id, data: contract }, now);
    await acceptContract(tx, keyring, fromShell, { clientId: id, revision: 1 }, now);
    await topUp(
      tx,
      {
        clientId: id,
        amountKopecks: topUpRoubles * kopecksPerRouble,
        reference: 'П/п № 1',
        note: 'Аванс по договору',
      },
      now,
    );
  }
}
