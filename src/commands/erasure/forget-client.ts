/** `forget client`: ends a client that has left, destroys its key and erases its recipients. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findClient, type FoundClient } from '../../clients/find-client.ts';
import { whyNotForgotten, type ForgetAsk, type NotForgotten } from '../../upkeep/erasure/ask-client.ts';
import { findErasure, type ErasureLine } from '../../upkeep/erasure/list-erasures.ts';
import { longestReason } from '../../upkeep/erasure/read-erasure.ts';
import { runErasure } from '../../upkeep/erasure/run-erasures.ts';
import { forgetClient } from '../../acts/guarded/forget-client.ts';
import { findBalance } from '../../ledger/balance.ts';
import { fromShell } from '../../people/access/principal.ts';
import { notYet } from '../people/approval.ts';
import { answer, roubles, type OutputOptions } from '../shell/output.ts';
import { Misuse, noClient, Refusal } from '../shell/problems.ts';
import { startProgress } from '../shell/progress.ts';
import { withCell, type CommandWorld } from '../shell/with-world.ts';
import { confirm } from './confirm.ts';
import { erasureJson, erasureText } from './erasure-lists.ts';

export interface ForgetClientOptions extends OutputOptions {
  reason: string;
  dryRun?: boolean;
  yes?: boolean;
}

const lookEveryMs = 1000;

export async function forgetOneClient(clientId: number, options: ForgetClientOptions): Promise<void> {
  if (options.dryRun === true && options.yes === true) throw new Misuse('--dry-run and --yes contradict.');
  const ask = { clientId, reason: options.reason };
  const { found, erasure } = await withCell(clientId, async (world) => {
    const problem = await whyNotForgotten(world.db, ask, world.clock.now());
    if (problem !== null) throw whyNot(problem, clientId);
    const seen = await find(world, clientId);
    if (options.dryRun === true) return { found: seen, erasure: null };
    if (options.yes !== true) await confirm(foundText(seen));
    return { found: seen, erasure: await forget(world, ask) };
  });
  if (erasure !== null)
    return answer(options, erasureJson(erasure), () => `${erasureText(erasure)}\n${afterwards(clientId)}`);
  const { client, fundsKopecks } = found;
  const json = { dry_run: true, client: { id: clientId, name: client.name }, balance: fundsKopecks / 100 };
  answer(options, json, () => foundText(found));
}

interface Found {
  client: FoundClient;
  fundsKopecks: number;
}

async function find({ db }: CommandWorld, clientId: number): Promise<Found> {
  const client = await findClient(db, clientId);
  const balance = await findBalance(db, clientId);
  if (client === null || balance === null) throw noClient(clientId);
  return { client, fundsKopecks: balance.fundsKopecks };
}

/** A worker may be quicker; a run that is killed is begun again by it. */
async function forget(world: CommandWorld, ask: ForgetAsk): Promise<ErasureLine> {
  const asked = await forgetClient(world, fromShell, ask, world.clock.now());
  if (asked.is === 'waits' || asked.is === 'not-asked') throw notYet(asked);
  if (asked.is !== 'asked') throw whyNot(asked, ask.clientId);
  const progress = startProgress('orders');
  const poll = setInterval(
    () =>
      void findErasure(world.db, asked.erasureId).then(
        (erasure) => progress.count(erasure?.orders ?? 0),
        () => {},
      ),
    lookEveryMs,
  );
  try {
    for (;;) {
      await runErasure(world, asked.erasureId);
      const erasure = await findErasure(world.db, asked.erasureId);
      if (erasure === null) throw new Error('An erasure that was asked for is not there.');
      if (erasure.state === 'ended' || erasure.hindrance !== null) return erasure;
      await sleep(lookEveryMs);
    }
  } finally {
    clearInterval(poll);
    progress.stop();
  }
}

function whyNot(problem: NotForgotten, clientId: number): Refusal {
  switch (problem.is) {
    case 'forbidden':
    case 'step-up':
      return new Refusal('It may not be forgotten from here.');
    case 'no-client':
      return noClient(clientId);
    case 'no-reason':
      return new Refusal(`A reason of 1 to ${longestReason} characters is needed.`);
    case 'forgotten-before':
      return new Refusal(`Client ${clientId} was forgotten before: see facevalue forget list.`, {
        why: problem.is,
      });
    case 'upgraded-of-late':
      return new Refusal(
        `Processes of the version before may run until ${problem.until.toISOString()}, and would not do it: ask again then.`,
        { why: problem.is, until: problem.until.toISOString() },
      );
    case 'open': {
      const { heldKopecks, messages, callbacks, bulkOrders } = problem.open;
      const open = { held: heldKopecks / 100, messages, callbacks, bulk_orders: bulkOrders };
      return new Refusal(
        `Client ${clientId} is not over: ${roubles(heldKopecks)} are held for orders on their way, ${messages} certificates are still to be sent, ${callbacks} results to be told, ${bulkOrders} bulk orders are open. Cancel them or wait.`,
        { why: problem.is, open },
      );
    }
  }
}

const foundText = ({ client, fundsKopecks }: Found): string =>
  `Client ${client.id} ${client.name}: no order is open; the balance is ${roubles(fundsKopecks)}. It is ended for good, its key destroyed and its recipients erased; money, counts and certificates in force stay.`;

const afterwards = (clientId: number): string =>
  `Backups from before still have what client ${clientId} had: "forget record" keeps that it is to be forgotten again after a restore.`;
