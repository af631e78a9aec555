/** `/o/health`: how the platform is, in pictures. */
import {
  readMinutes,
  readWorkers,
  type Counted,
  type WorkerState,
} from '../../../reports/health/read-minutes.ts';
import { leastStock, type LeastStock } from '../../../reports/least-stock.ts';
import type { OperatorPages } from '../operator.ts';
import { healthView, type Health } from './health-view.ts';

const minuteMs = 60_000;
/** Places of a picture, and the minutes of each. */
const spans = { hour: { places: 60, step: 1 }, day: { places: 96, step: 15 } } as const;

export function addHealth(pages: OperatorPages): void {
  pages.page<Health>({
    path: '/o/health',
    needs: 'work.read',
    async load({ ctx, query, now }) {
      const { pageDb } = ctx;
      const span = query['span'] === 'day' ? 'day' : 'hour';
      const { places, step } = spans[span];
      const stepMs = step * minuteMs;
      const until = new Date((Math.floor(now.getTime() / stepMs) + 1) * stepMs);
      const from = new Date(until.getTime() - places * stepMs);
      const [counted, workers, stock]: [Counted[], WorkerState[], LeastStock[]] = await Promise.all([
        readMinutes(pageDb, { from, until, step }),
        readWorkers(pageDb, now),
        leastStock(ctx, now),
      ]);
      return { span, from, places, stepMs, counted, workers, stock };
    },
    view: (health, call) => healthView(health, call),
  });
}
