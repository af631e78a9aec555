import type { Context } from '../context.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { describeProblem } from '../platform/process/loop.ts';
import { columnsOf } from '../platform/database/rows.ts';

/**
 * What a recipient did. `opened`: the page was requested, perhaps only by a mail scanner. `revealed`: the button was
 * pressed. `pdf`, `picture`, `wallet`: it was saved. `received`: opened by a code for later receipt.
 */
export type GiftEventKind = 'opened' | 'revealed' | 'pdf' | 'wallet' | 'received';

export interface GiftEvent {
  clientId: number;
  requestId: number;
  kind: GiftEventKind;
}

/** Events within this time are written together, so thousands cost as much as one. */
const lingerMs = 250;
/** Beyond this number of gifts per write, events are dropped: statistics must not slow down pages. */
const maxNotes = 5000;

interface Note extends GiftEvent {
  firstAt: Date;
  lastAt: Date;
  times: number;
}

interface Notebook {
  notes: Map<string, Note>;
  writing: Promise<void> | null;
}

const notebooks = new WeakMap<Database, Notebook>();

type NotingContext = Pick<Context, 'db' | 'log'>;

/** Records an event and returns at once; it is written a moment later. Never throws, and no page waits for it. */
export function noteGiftEvent(ctx: NotingContext, event: GiftEvent, now: Date): void {
  const notebook = notebookOf(ctx.db);
  const { clientId, requestId, kind } = event;
  const key = `${clientId}:${requestId}:${kind}`;
  const note = notebook.notes.get(key);
  if (note !== undefined) {
    note.times += 1;
    note.lastAt = now;
  } else if (notebook.notes.size < maxNotes) {
    notebook.notes.set(key, { clientId, requestId, kind, firstAt: now, lastAt: now, times: 1 });
  }
  notebook.writing ??= writeSoon(ctx, notebook);
}

/** Waits until all recorded events are written. */
export async function giftEventsWritten(db: Database): Promise<void> {
  const notebook = notebookOf(db);
  while (notebook.writing !== null) await notebook.writing;
}

function notebookOf(db: Database): Notebook {
  const kept = notebooks.get(db);
  if (kept !== undefined) return kept;
  const notebook: Notebook = { notes: new Map(), writing: null };
  notebooks.set(db, notebook);
  return notebook;
}

/** One write at a time; events that arrive meanwhile are in the next. */
async function writeSoon({ db, log }: NotingContext, notebook: Notebook): Promise<void> {
  try {
    while (notebook.notes.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, lingerMs));
      const notes = [...notebook.notes.values()];
      notebook.notes.clear();
      await writeNotes(db, notes);
    }
  } catch (problem) {
    log.warn({ problem: describeProblem(problem) }, 'gift events not noted');
  } finally {
    notebook.writing = null;
  }
}

/** In key order, so that two processes do not deadlock. */
async function writeNotes(db: Sql, notes: Note[]): Promise<void> {
  await db.query(
    `insert into gift_events as kept (client_id, request_id, kind, first_at, last_at, times)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[])
       as note (client_id, request_id, kind, first_at, last_at, times)
     order by client_id, request_id, kind
     on conflict (client_id, request_id, kind) do update
     set last_at = greatest(kept.last_at, excluded.last_at), times = kept.times + excluded.times`,
    columnsOf(notes, ['clientId', 'requestId', 'kind', 'firstAt', 'lastAt', 'times']),
  );
}
