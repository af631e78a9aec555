/** Acts whose forms the house of `one-operator-alone.test.ts` does not show, and why. */
export const notShown: Record<string, string> = {
  '/o/suppliers/:id/basic/remove': 'nobody has set user and password',
  '/o/imports/:id/confirm': 'what is imported is off until two persons put it on sale',
  '/o/clients/:id/bulk/resume': 'no bulk order was confirmed',
  '/o/clients/:id/live': 'no new client is at the last step',
  '/o/onboarding/suppliers/:id/live': 'no new supplier is at the last step',
  '/team/policy': 'operators need a second factor anyway',
  '/o/restore/codes/:product': 'no database was restored',
  '/o/restore/orders': 'no database was restored',
  '/o/restore/messages': 'no database was restored',
  '/o/restore/limits': 'no database was restored',
  '/o/restore/end': 'no database was restored',
};
