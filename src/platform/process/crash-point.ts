/**
 * A named place at which a test may kill the process, directly before or after a commit or an outside call, to prove
 * that the work done so far is either complete or absent.
 */
export type CrashPoint = (name: CrashPointName) => void;

export const crashPointNames = [
  'place-orders:before-commit',
  'place-orders:after-commit',
  'read-bulk:before-commit',
  'read-bulk:after-commit',
  'place-bulk:before-commit',
  'place-bulk:after-commit',
  'issue-orders:before-commit',
  'issue-orders:after-commit',
  'end-orders:before-commit',
  'erase:after-commit',
  'guard:cell-set-aside',
  'erase:before-commit',
  'erase-old:before-commit',
  'forget-client:key-destroyed',
  'end-orders:after-commit',
  'deliver:after-claim',
  'deliver:after-send',
  'deliver:after-commit',
  'deliver-texts:after-claim',
  'deliver-texts:after-mark',
  'deliver-texts:after-send',
  'deliver-texts:after-commit',
  'send-callbacks:after-claim',
  'send-callbacks:after-call',
  'send-callbacks:after-commit',
  'ask-suppliers:after-claim',
  'ask-suppliers:after-call',
  'ask-suppliers:numbers-claimed',
  'ask-suppliers:after-commit',
  'activation-letters:cell-asked',
  'activation-letters:before-commit',
  'activation-letters:after-commit',
  'alerts:before-commit',
  'letters:after-claim',
  'letters:after-send',
  'letters:after-commit',
  'read-mailbox:before-parsing',
  'read-mailbox:before-commit',
  'read-mailbox:after-commit',
  'read-bounces:before-parsing',
  'read-bounces:before-commit',
  'read-bounces:after-commit',
  'import-pool:before-commit',
  'import-pool:after-commit',
  'deal-codes:sent',
  'deal-codes:arrived',
  'deal-codes:ended',
  'used-export:list-closed',
  'deal-limits:held',
  'deal-limits:raised',
  'redeem:before-commit',
  'redeem:after-commit',
  'exchange:before-commit',
  'exchange:after-commit',
  'count-ledger:before-commit',
  'refund:before-commit',
  'refund:after-commit',
  'rotate-keys:before-commit',
  'rotate-keys:after-commit',
  'reseal:after-batch',
  'numbers:after-batch',
  'move-history:before-commit',
  'move-history:after-commit',
  'heartbeat:committed',
  'heartbeat:file-begun',
  'heartbeat:file-replaced',
] as const;

export type CrashPointName = (typeof crashPointNames)[number];

/** `crashAt` may have a count: `deliver:after-send#3` is the third time. */
export function crashPoints(crashAt: string): CrashPoint {
  if (crashAt === '') return () => {};
  const [wanted, count = '1'] = crashAt.split('#');
  let left = Number(count);
  return (name) => {
    if (name !== wanted) return;
    left -= 1;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  };
}
