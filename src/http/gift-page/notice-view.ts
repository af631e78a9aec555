/** The pages that say only what happened to a gift page or a resend. */
import type { Language } from '../../platform/text/language.ts';
import type { Page } from '../../web/frame.ts';
import { messageView, type Message } from '../../web/message-view.ts';
import { at } from '../../web/request-language.ts';
import type { Notice } from './gift-labels.ts';
import { giftLabels } from './labels.ts';
import { giftLayout } from './layout.ts';

const signs: Record<Notice, NonNullable<Message['sign']>> = {
  unknown: 'broken',
  unreadable: 'trouble',
  failed: 'trouble',
  resent: 'done',
  resendLater: 'wait',
  resendTomorrow: 'wait',
  resendImpossible: 'trouble',
};

/** A page that says what happened and what to do, without technical details. */
export function renderNotice(notice: Notice, language: Language, path: string | null): Page {
  const labels = giftLabels[language];
  const { title, text } = labels.notices[notice];
  const action =
    notice === 'unknown' || path === null
      ? { text: labels.receiveByCode, address: at('/receive', language) }
      : { text: labels.backToGift, address: at(path, language) };
  const main = messageView({ title, text, action, sign: signs[notice] });
  // An empty address is the page itself.
  return giftLayout({ language, title, path: notice.startsWith('resen') ? null : (path ?? ''), main });
}
