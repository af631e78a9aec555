import type { NewClient } from '../../clients/add-client.ts';
import { registerClient, type ClientRegistered } from '../../clients/change-client.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { byEach, ascending, mergedList } from '../../platform/cells/merge.ts';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { findClientFacts, readClientFacts, type ClientFacts } from '../../reports/client-onboarding.ts';
import { currentState, currentStep, type Actor, type ClientStep } from './client-steps.ts';

/** Adds a client. One in test mode gets an onboarding that leads it to its first sale. */
export function enrolClient(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  client: NewClient,
  now: Date,
): Promise<ClientRegistered> {
  return atomically<ClientRegistered>(db, async (tx) => {
    const added = await registerClient(tx, keyring, principal, client, now);
    if (added.is === 'added' && client.testMode === true) await beginOnboarding(tx, added.id, now);
    return added;
  });
}

async function beginOnboarding(tx: Tx, clientId: number, now: Date): Promise<void> {
  await tx.query(
    `insert into client_onboardings (client_id, began_at, step, waits_for, since)
     values ($1, $2, 'invitation', 'operator', $2) on conflict do nothing`,
    [clientId, now],
  );
}

/** The first step that is not done; `step` null: none is left. Null: there is no such client. */
export async function findCurrentStep(
  db: Sql,
  clientId: number,
  now: Date,
): Promise<{ step: ClientStep | null } | null> {
  const facts = await findClientFacts(db, clientId, now);
  return facts && { step: currentStep(facts) };
}

/** What is to be done next for a client's onboarding, and by whom; null: it is live, or has no onboarding. */
export async function findNextStep(
  db: Sql,
  clientId: number,
  now: Date,
): Promise<{ step: ClientStep; waitsFor: Actor } | null> {
  const onWay = await findOnWay(db, clientId);
  const facts = onWay === null || onWay.liveAt !== null ? null : await findClientFacts(db, clientId, now);
  return facts && currentState(facts);
}

/** A client in onboarding; `since`: when its step began to wait. */
export interface ClientOnWay {
  facts: ClientFacts;
  beganAt: Date;
  step: ClientStep;
  waitsFor: Actor;
  since: Date;
}

const mostListed = 200;

const longestFirst = byEach<ClientOnWay>(
  ascending(({ since }) => since),
  ascending(({ facts }) => facts.clientId),
);

/** Clients that are not live yet, those that have waited longest first. */
export const listOnWay = (ctx: ReadingContext, now: Date): Promise<ClientOnWay[]> =>
  mergedList(ctx, { by: longestFirst, limit: mostListed }, ({ pageDb }) => onWayIn(pageDb, now));

async function onWayIn(db: Sql, now: Date): Promise<ClientOnWay[]> {
  const { rows } = await db.query<Omit<ClientOnWay, 'facts'> & { clientId: number }>(
    `select client_id as "clientId", began_at as "beganAt", step, waits_for as "waitsFor", since
     from client_onboardings where live_at is null order by client_id limit $1`,
    [mostListed],
  );
  const facts = new Map(
    (
      await readClientFacts(
        db,
        rows.map(({ clientId }) => clientId),
        now,
      )
    ).map((one) => [one.clientId, one]),
  );
  return rows
    .flatMap(({ clientId, ...row }) => {
      const ofClient = facts.get(clientId);
      return ofClient === undefined ? [] : [{ ...row, facts: ofClient }];
    })
    .toSorted(longestFirst);
}

/** Finds since when a client waits at its step; null: it has no onboarding. */
export async function findOnWay(
  db: Sql,
  clientId: number,
): Promise<{ since: Date; liveAt: Date | null } | null> {
  const { rows } = await db.query<{ since: Date; liveAt: Date | null }>(
    `select since, live_at as "liveAt" from client_onboardings where client_id = $1`,
    [clientId],
  );
  return rows[0] ?? null;
}
