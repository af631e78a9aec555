import assert from 'node:assert/strict';
import { createLedgerCounter, settlingMs } from '../../src/ledger/count-ledger.ts';
import { postTransfers, type Transfer } from '../../src/ledger/post-transfers.ts';
import { eachMovement, readStatement } from '../../src/ledger/statement.ts';
import { transaction, type Database, type Sql } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/process/log.ts';
import { dayAfter, moscowDay } from '../../src/platform/time/moscow-time.ts';
import { verify } from '../../src/reports/verify.ts';
import type { MigratedDatabase } from '../support/migrated-database.ts';

export const hourMs = 3_600_000;

export type Step =
  | {
      do: 'post';
      kinds: ('top_up' | 'chargeback' | 'hold' | 'end' | 'refund')[];
      kopecks: number;
      hours: number;
    }
  | { do: 'count' | 'killed while counting' | 'begin late' | 'end late' }
  | { do: 'wait'; hours: number };

class Killed extends Error {}

/** A client whose money moves; requests are only numbers here. */
export class Story {
  readonly db: Database;
  readonly slow: Database;
  readonly clientId: number;
  now: Date;
  #held: number[] = [];
  #captured: number[] = [];
  #requests = 0;
  #amounts = new Map<number, number>();
  #endLate: (() => Promise<void>) | null = null;

  constructor(world: MigratedDatabase, slow: Database, clientId: number) {
    this.db = world.db;
    this.slow = slow;
    this.clientId = clientId;
    this.now = new Date(world.now.getTime() + hourMs);
  }

  async take(one: Step): Promise<void> {
    switch (one.do) {
      case 'post':
        return this.#post(one);
      case 'wait':
        this.now = new Date(this.now.getTime() + one.hours * hourMs);
        return;
      case 'count':
        return this.count();
      case 'killed while counting':
        return this.count(true);
      case 'begin late':
        return this.#beginLate();
      case 'end late':
        await this.#endLate?.();
        this.#endLate = null;
    }
  }

  async count(killed = false): Promise<void> {
    const counter = createLedgerCounter({
      db: this.db,
      clock: { now: () => this.now },
      log: createLog('silent'),
      crashPoint: (name) => {
        if (killed && name === 'count-ledger:before-commit') throw new Killed();
      },
    });
    try {
      while ((await counter.round()) > 0);
    } catch (problem) {
      if (!(problem instanceof Killed)) throw problem;
    }
  }

  async #post({ kinds, kopecks, hours }: Extract<Step, { do: 'post' }>): Promise<void> {
    // Clocks of processes and the order of commits differ a little: some transfers are older than those before them.
    const at = new Date(this.now.getTime() - (hours > 20 ? settlingMs / 2 : 0));
    const transfers = kinds.flatMap((kind) => this.#transferOf(kind, kopecks));
    await transaction(this.db, (tx) => postTransfers(tx, transfers, at));
  }

  #transferOf(kind: string, kopecks: number): Transfer[] {
    const { clientId } = this;
    const base = { clientId, amountKopecks: kopecks };
    if (kind === 'top_up' || kind === 'chargeback') return [{ ...base, kind, requestId: null }];
    if (kind === 'hold') {
      const requestId = (this.#requests += 1);
      this.#held.push(requestId);
      this.#amounts.set(requestId, kopecks);
      return [{ ...base, kind, requestId }];
    }
    const requestId = kind === 'end' ? this.#held.shift() : this.#captured.shift();
    if (requestId === undefined) return [];
    const amountKopecks = this.#amounts.get(requestId) ?? 0;
    const isCaptured = kind === 'end' && requestId % 3 !== 0;
    if (isCaptured) this.#captured.push(requestId);
    return [
      {
        clientId,
        amountKopecks,
        requestId,
        kind: kind === 'refund' ? 'refund' : isCaptured ? 'capture' : 'release',
      },
    ];
  }

  /** A transaction that has drawn its id and stands still. */
  async #beginLate(): Promise<void> {
    if (this.#endLate !== null) return;
    const connection = await this.slow.connect();
    await connection.query('begin');
    await connection.query(
      `insert into transfers (client_id, kind, from_account, to_account, amount_kopecks, at)
       values ($1, 'top_up', 'outside', 'funds', 777, $2)`,
      [this.clientId, this.now],
    );
    this.#endLate = async () => {
      await connection.query(
        `update accounts set balance_kopecks = balance_kopecks + case name when 'funds' then 777 else -777 end
         where client_id = $1 and name in ('funds', 'outside')`,
        [this.clientId],
      );
      await connection.query('commit');
      connection.release();
    };
  }

  /** Whatever is counted and whatever is not: statements are what the transfers say. */
  async check(): Promise<void> {
    const today = moscowDay(this.now);
    const borders = [-9, -2, -1, 0, 1, 2].map((days) => dayAfter(today, days));
    let closed: number | null = null;
    for (const [index, from] of borders.slice(0, -1).entries()) {
      const to = borders[index + 1] ?? from;
      const ask = { clientId: this.clientId, from, to };
      const statement = (await readStatement(this.db, ask)) ?? assert.fail();
      const real = await sumTransfers(this.db, ask);
      assert.deepEqual(
        [statement.openingKopecks, statement.closingKopecks, statement.movements, statement.heldKopecks],
        [real.opening, real.closing, real.movements, real.held],
      );
      const lines = await Array.fromAsync(eachMovement(this.db, { ...ask, ...statement }));
      assert.equal(lines.length, real.movements);
      assert.equal(lines.at(-1)?.balanceKopecks ?? statement.openingKopecks, real.closing);
      assert.equal(statement.days.at(-1)?.closingKopecks ?? statement.openingKopecks, real.closing);
      assert.equal(statement.openingKopecks, closed ?? statement.openingKopecks);
      closed = statement.closingKopecks;
    }
  }

  async end(): Promise<void> {
    await this.#endLate?.();
    await this.check();
    await transaction(this.db, (tx) =>
      postTransfers(
        tx,
        [{ clientId: this.clientId, kind: 'top_up', amountKopecks: 1, requestId: null }],
        this.now,
      ),
    );
    this.now = new Date(this.now.getTime() + hourMs);
    await this.count();
    await this.check();
    const { checks } = await verify(this.db, () => {});
    const check = checks.find(({ name }) => name === 'ledger-days');
    assert.deepEqual(check?.rows, []);
  }
}

async function sumTransfers(db: Sql, { clientId, from, to }: { clientId: number; from: string; to: string }) {
  const { rows } = await db.query<{ opening: number; closing: number; movements: number; held: number }>(
    `select coalesce(sum(funds) filter (where at < $2::timestamptz), 0)::bigint as opening,
       coalesce(sum(funds), 0)::bigint as closing, coalesce(sum(held), 0)::bigint as held,
       count(*) filter (where at >= $2::timestamptz and funds <> 0) as movements
     from (select at,
             case 'funds' when to_account then amount_kopecks when from_account then -amount_kopecks else 0 end as funds,
             case 'held' when to_account then amount_kopecks when from_account then -amount_kopecks else 0 end as held
           from transfers where client_id = $1 and at < $3::timestamptz) t`,
    [clientId, `${from}T00:00:00+03:00`, `${to}T00:00:00+03:00`],
  );
  return rows[0] ?? assert.fail();
}
