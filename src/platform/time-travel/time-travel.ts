/** Keeps a clock at the offset set by `facevalue time travel`. For demo and tests, never in production. */
import type { TravellingClock } from '../time/clock.ts';
import type { Database } from '../database/database.ts';

/** How often a running process checks the demo's offset. */
const lookMs = 500;

export async function followTimeTravel(db: Database, clock: TravellingClock): Promise<{ stop(): void }> {
  const look = async (): Promise<void> => {
    const { rows } = await db.query<{ offset_ms: number }>(`select offset_ms from time_travel`);
    clock.offsetMs = rows[0]?.offset_ms ?? 0;
  };
  await look();
  // A failed check is ignored: the clock continues, and the next check corrects it.
  const timer = setInterval(() => void look().catch(() => {}), lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
