/** Why an answer does not accept a callback. The database keeps the English text. */
import { reasonsOf } from '../platform/text/reasons.ts';

export const answerReasons = reasonsOf({
  'not-ok': { en: 'not exactly OK', ru: 'ответ — не ровно OK' },
  'other-status': { en: 'status is not 200', ru: 'статус не 200' },
});
