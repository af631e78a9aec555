/** The workers that watch stock and send alerts. */
import type { Context } from '../../context.ts';
import { alertLetter, type AlertLetterInput } from '../../messaging/letters/alert/alert-letter.ts';
import type { Letter } from '../../messaging/letters/layout.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import type { LettersToPeople } from '../../messaging/outbox/letter-contents.ts';
import type { DueLetter, LetterWriter } from '../../messaging/outbox/send-letters.ts';
import { raiseAlerts } from './raise-alerts.ts';

const idleMs = 5000;

type AlertContext = Pick<
  Context,
  'config' | 'db' | 'cells' | 'clock' | 'keyring' | 'mailer' | 'log' | 'crashPoint'
>;

/** Watches stock, limits and sales that wait. */
export function createAlertWatcher({ db, cells, clock, config, crashPoint }: AlertContext): Worker {
  async function round(): Promise<number> {
    const { raised, recovered } = await transaction(db, async (tx) => {
      const changes = await raiseAlerts({ db: tx, cells }, config.operatorMail, clock.now());
      if (changes.raised > 0) crashPoint('alerts:before-commit');
      return changes;
    });
    return raised + recovered;
  }
  return { name: 'watch-alerts', idleMs, round, drain: () => Promise.resolve() };
}

export const alertLetters = (ctx: AlertContext): LetterWriter<LettersToPeople['alert']> => ({
  compose: (letter) => composeAlert(ctx, letter),
});

/** Operators get their language or that of the settings, suppliers that of their activation letters, or their own. */
async function composeAlert(
  ctx: AlertContext,
  { ownerId, aboutId, address }: DueLetter<LettersToPeople['alert']>,
): Promise<Letter | null> {
  const { operatorMail, operatorLanguage } = ctx.config;
  const { rows } = await ctx.db.query<AlertLetterInput>(
    `select a.kind, s.name as "supplierName", coalesce(p.title, b.name, s.name) as about, a.product_id as "productId",
       a.face_kopecks as "faceKopecks", a.ends_on as "endsOn", a.left_then as "left", a.limit_then as "limit", a.raised_at as "raisedAt",
       case when $3 = $4 then $5 else
         coalesce((select language from alert_readers where address = $3), n.language, s.language) end as language
     from alerts a join suppliers s on s.id = a.supplier_id
     left join activation_schedules n on n.supplier_id = a.supplier_id
     left join products p on p.id = a.product_id
     left join brands b on b.supplier_id = a.supplier_id and b.id = a.brand_id
     where a.supplier_id = $1 and a.id = $2`,
    [ownerId, aboutId, address, operatorMail, operatorLanguage],
  );
  const [alert] = rows;
  return alert === undefined ? null : alertLetter(alert);
}
