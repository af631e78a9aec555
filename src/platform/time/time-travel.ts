import type { TravellingClock } from './clock.ts';
import type { Database } from '../database/database.ts';

/** How often a running process looks whether the demo world has travelled. */
const lookMs = 500;

/** Keeps a clock at the offset that `facevalue time travel` has set. Demo and tests only: never in production. */
export async function followTimeTravel(db: Database, clock: TravellingClock): Promise<{ stop(): void }> {
  const look = async (): Promise<void> => {
    const { rows } = await db.query<{ offset_ms: number }>(`select offset_ms from time_travel`);
    clock.offsetMs = rows[0]?.offset_ms ?? 0;
  };
  await look();
  // A look that fails is no news: the clock goes on as it was and the next look tells.
  const timer = setInterval(() => void look().catch(() => {}), lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
