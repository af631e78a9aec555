/** The numbers beside the sections of the menu: what waits there for somebody. */
import { LRUCache } from 'lru-cache';
import { listOpenForClient } from '../orders/bulk/open-approvals.ts';
import type { Context } from '../context.ts';
import { ofParty, type Party } from '../people/access/party.ts';
import { actorOf, may, type PersonPrincipal } from '../people/access/principal.ts';
import type { Permission } from '../people/access/rights.ts';
import type { Waits } from '../people/sessions/session.ts';
import { leavingOut } from '../platform/cells/cell-context.ts';
import { countAbandonedCallbacks } from '../reports/client-days.ts';
import { readSupplierTasks } from '../reports/supplier-tasks.ts';
import { mostCounted, readWaiting } from '../reports/what-waits/read-waiting.ts';
import { waitingKindNames, waitingKinds } from '../reports/what-waits/waiting-kinds.ts';
import { waitingPlaces } from '../reports/what-waits/waiting-places.ts';
import type { MenuCounts } from '../web/signed-in.ts';

type CountsContext = Pick<Context, 'pageDb' | 'cells' | 'clock'>;

/** A process reads what waits for a party this often at the most: so old a number may be. */
const keptMs = 20_000;
const mostParties = 2000;
/** More is told as "99+". */
const mostShown = 99;

interface Waiting {
  path: string;
  needs: Permission;
  /** `mostCounted` + 1: more than that. */
  count: number;
  /** Not for who has asked for it. */
  askedBy?: string;
}

interface Kept {
  untilMs: number;
  waiting: Promise<Waiting[]>;
}

const nothing: Waits = new Map();

/** Counts once for all people of a party; each person gets the numbers that they may see. */
export function createMenuCounts(ctx: CountsContext): MenuCounts {
  const parties = new LRUCache<string, Kept>({ max: mostParties });
  return async (principal, look) => {
    const { side, partyId } = principal;
    const key = `${side}/${partyId}`;
    const nowMs = ctx.clock.now().getTime();
    let kept = parties.get(key);
    if (look === 'act') {
      // What it changes is seen on the next page.
      if (kept !== undefined) kept.untilMs = 0;
    } else if (kept === undefined || kept.untilMs <= nowMs) {
      kept = { untilMs: nowMs + keptMs, waiting: readParty(ctx, { side, partyId }) };
      parties.set(key, kept);
    }
    try {
      return kept === undefined ? nothing : countsFor(await kept.waiting, principal);
    } catch {
      // The page itself says what is wrong, if it needs what could not be read.
      parties.delete(key);
      return nothing;
    }
  };
}

async function readParty(ctx: CountsContext, party: Party): Promise<Waiting[]> {
  const now = ctx.clock.now();
  const { partyId } = party;
  const { pageDb } = ofParty(ctx, party);
  switch (party.side) {
    case 'operator': {
      const found = await readWaiting(leavingOut(ctx), waitingKindNames, now);
      return found.map(({ kind, count }) => ({
        path: waitingPlaces[kind],
        needs: waitingKinds[kind].needs,
        count,
      }));
    }
    case 'client': {
      const [open, abandoned] = await Promise.all([
        listOpenForClient(pageDb, partyId, now),
        countAbandonedCallbacks(pageDb, partyId, mostCounted + 1),
      ]);
      return [
        ...open.map(({ askedBy }) => ({ ...ofClient.approval, count: 1, askedBy })),
        { ...ofClient.callbacks, count: abandoned },
      ];
    }
    case 'supplier': {
      const { letters, months } = await readSupplierTasks(pageDb, partyId);
      return [
        { path: '/s/activation', needs: 'activation.confirm', count: letters },
        { path: '/s/settlement', needs: 'settlement.decide', count: months.length },
      ];
    }
  }
}

const ofClient = {
  approval: { path: '/c/approvals', needs: 'approvals.decide' },
  callbacks: { path: '/c/callbacks', needs: 'callbacks.read' },
} as const;

/** The keys are sections; the operator's first one has the sum. */
function countsFor(waiting: readonly Waiting[], principal: PersonPrincipal): Waits {
  const { actor } = actorOf(principal);
  const own = waiting.filter(
    ({ count, needs, askedBy }) => count > 0 && may(principal, needs, principal) && askedBy !== actor,
  );
  const sections = Map.groupBy(own, ({ path }) => path);
  if (principal.side === 'operator' && own.length > 0) sections.set('/o', own);
  return new Map([...sections].map(([path, of]) => [path, numberOf(of)]));
}

function numberOf(waiting: readonly Waiting[]): string {
  const sum = waiting.reduce((all, { count }) => all + Math.min(count, mostCounted), 0);
  if (sum > mostShown) return `${mostShown}+`;
  return waiting.some(({ count }) => count > mostCounted) ? `${sum}+` : String(sum);
}
