import type { Context } from '../../context.ts';
import { alertLetter, type AlertLetterInput } from '../../letters/alert/alert-letter.ts';
import { transaction } from '../../platform/database.ts';
import { claimDue } from '../../platform/due.ts';
import type { Worker } from '../../platform/loop.ts';
import { mailDomain } from '../../platform/mail-settings.ts';
import { automaticHeaders, letterTimeoutMs, type MailOutcome } from '../../platform/mailer.ts';
import { workSlots } from '../../platform/work-slots.ts';
import { raiseAlerts } from './raise-alerts.ts';

const idleMs = 5000;
const connections = 2;
const leaseSeconds = letterTimeoutMs / 1000 + 60;
/** Minutes from one try to the next; after the last one the mail has failed. */
const retryMinutes = [1, 5, 15, 60, 240, 720] as const;

type AlertContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log' | 'crashPoint'>;

/** Watches stock and limits. */
export function createAlertWatcher({ db, clock, config, crashPoint }: AlertContext): Worker {
  async function round(): Promise<number> {
    const { raised, recovered } = await transaction(db, async (tx) => {
      const changes = await raiseAlerts(tx, config.operatorMail, clock.now());
      if (changes.raised > 0) crashPoint('alerts:before-commit');
      return changes;
    });
    return raised + recovered;
  }
  return { name: 'watch-alerts', idleMs, round, drain: () => Promise.resolve() };
}

interface ClaimedMail {
  supplier_id: number;
  id: number;
  alert_id: number;
  address: string;
  attempts: number;
  claimId: string;
}

/** Sends the alerts that are due. */
export function createAlertSender(ctx: AlertContext): Worker {
  async function claim(limit: number): Promise<ClaimedMail[]> {
    const { claimId, rows } = await claimDue<Omit<ClaimedMail, 'claimId'>>(
      ctx.db,
      { name: 'alert_mails', leaseSeconds },
      { limit, now: ctx.clock.now(), columns: 'supplier_id, id, alert_id, address, attempts' },
    );
    return rows.map((row) => ({ ...row, claimId }));
  }

  async function run(mail: ClaimedMail): Promise<void> {
    const outcome = await sendAlert(ctx, mail);
    if (outcome.is === 'sent') ctx.crashPoint('alerts:after-send');
    await recordMail(ctx, mail, outcome);
  }

  return workSlots({
    name: 'send-alerts',
    log: ctx.log,
    idleMs,
    room: (inFlight) => connections - inFlight,
    claim,
    run,
  });
}

async function sendAlert(ctx: AlertContext, mail: ClaimedMail): Promise<MailOutcome> {
  const { rows } = await ctx.db.query<AlertLetterInput>(
    `select a.kind, s.name as "supplierName", coalesce(p.title, b.name) as about, a.product_id as "productId",
       a.face_kopecks as "faceKopecks", a.left_then as "left", a.limit_then as "limit", a.raised_at as "raisedAt"
     from alerts a join suppliers s on s.id = a.supplier_id
     left join products p on p.id = a.product_id
     left join brands b on b.supplier_id = a.supplier_id and b.id = a.brand_id
     where a.supplier_id = $1 and a.id = $2`,
    [mail.supplier_id, mail.alert_id],
  );
  const [alert] = rows;
  if (alert === undefined) return { is: 'refused', words: 'no alert' };
  const { from } = ctx.config.smtp;
  return ctx.mailer.send({
    ...alertLetter(alert),
    from,
    to: mail.address,
    messageId: `${ctx.keyring.token(`alert:${mail.supplier_id}:${mail.id}`)}@${mailDomain(from)}`,
    headers: automaticHeaders,
  });
}

/** Whoever comes back after its lease ran out changes nothing. */
async function recordMail(
  { db, clock }: AlertContext,
  mail: ClaimedMail,
  outcome: MailOutcome,
): Promise<void> {
  const now = clock.now();
  const minutes = outcome.is === 'failed' ? retryMinutes[mail.attempts - 1] : undefined;
  const state = outcome.is === 'sent' ? 'sent' : minutes === undefined ? 'failed' : 'due';
  await db.query(
    `update alert_mails
     set state = $4, due_at = coalesce($5, due_at), last_error = $6, sent_at = $7, claim_id = null, leased_until = null
     where supplier_id = $1 and id = $2 and claim_id = $3 and state = 'due'`,
    [
      mail.supplier_id,
      mail.id,
      mail.claimId,
      state,
      minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000),
      outcome.is === 'sent' ? '' : outcome.words,
      outcome.is === 'sent' ? now : null,
    ],
  );
}
