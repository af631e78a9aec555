/** A connection to a node of a cluster, for its cells (docs/decisions/0077). */
import { DatabaseError } from 'pg';
import { centreTables, everywhereTables } from './table-classes.ts';
import type { ClientClass } from '../database/servers.ts';
import type { Part } from '../database/watched-client.ts';

/** The views of a cell are gone from a node that it has left. */
const MISSING_TABLE = '42P01';

/** A cell, as connections to its node know it. */
export interface CellPart extends Part {
  /** Changes no row of the cell, through Citus. */
  marker: string;
  /** Its tables are not there. */
  onMissing: () => void;
}

/**
 * What is written in the cell is written past Citus, so Citus would commit a table of the centre in one phase first, and a
 * crash could leave that alone. With the marker before it, which changes no row of the cell through Citus, the commit has
 * two phases, and the cell's node decides.
 */
export function inCell(Base: ClientClass): ClientClass {
  return class extends Base {
    declare part: CellPart | null;
    /** In a transaction that has not sent the marker. */
    private isUnmarked = false;

    override query(...ask: unknown[]): never {
      const [text] = ask;
      if (text === this.beginText) this.isUnmarked = true;
      else if (text === 'commit' || text === 'rollback') this.isUnmarked = false;
      else if (this.isUnmarked && typeof text === 'string' && writesElsewhere(text)) this.mark();
      return super.query(...ask);
    }

    override hasLeft(problem: unknown): boolean {
      const isMissing = problem instanceof DatabaseError && problem.code === MISSING_TABLE;
      if (isMissing) this.part?.onMissing();
      return isMissing;
    }

    private mark(): void {
      if (this.part === null) throw new Error('The connection is in no cell.');
      this.isUnmarked = false;
      const marked: Promise<unknown> = super.query(this.part.marker);
      // The statement behind it fails with it.
      marked.catch(() => {});
    }
  };
}

const elsewhere = new Set<string>([...centreTables, ...everywhereTables]);
const writing = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:public\.)?(\w+)/gi;

/** Texts are constants of the source; those beyond are read each time. */
const maxKnown = 2000;
const known = new Map<string, boolean>();

/** Whether a statement writes a table that is not of the cell. */
function writesElsewhere(text: string): boolean {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = [...text.matchAll(writing)].some(([, table = '']) => elsewhere.has(table.toLowerCase()));
  if (known.size < maxKnown) known.set(text, found);
  return found;
}
