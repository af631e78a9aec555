import type { Context } from '../../../context.ts';
import { resendOrder } from '../../../orders/acts/resend-order.ts';
import type { RequestKey } from '../../../orders/find-requests.ts';
import { emailField, readFields, textField } from '../../../platform/values/fields.ts';
import { phoneOr } from '../../../platform/values/phone.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import type { PageCall } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { resendLabels } from './labels.ts';

/** What a refused resend adds to the order's page. */
export interface ResendRefused {
  typed: { email: string; phone: string };
  errors?: FieldErrors;
  notice?: NonNullable<ShellPage['notice']>;
}

interface ResendPage {
  path: string;
  /** The page again, with what is wrong. */
  again: (look: ResendRefused) => Promise<ActEnd>;
}

const correction = {
  email: emailField('', { most: 255 }),
  phone: textField('', { most: 11, pattern: /^7\d{10}$/ }),
};

/** What was typed as other addresses, and which of it is none. */
export function addressesIn(form: URLSearchParams) {
  const typed = {
    email: (form.get('email') ?? '').trim().slice(0, 300),
    phone: phoneOr((form.get('phone') ?? '').slice(0, 60)).trim(),
  };
  return { typed, wrong: readFields(correction, typed).wrong };
}

/** Sends a certificate again, as the form of an order's page asks. */
export async function resendFromPage(
  call: PageCall<Pick<Context, 'db' | 'keyring' | 'clock'>>,
  key: RequestKey,
  { path, again }: ResendPage,
): Promise<ActEnd> {
  const { ctx, form, principal, language } = call;
  const labels = resendLabels[language];
  const { typed, wrong } = addressesIn(form);
  if (wrong.length > 0) {
    const errors: FieldErrors = {
      ...(wrong.includes('email') && { email: labels.badEmail }),
      ...(wrong.includes('phone') && { phone: labels.badPhone }),
    };
    return again({ typed, errors });
  }
  const resent = await resendOrder(ctx, principal, key, {
    ...(typed.email !== '' && { email: typed.email }),
    ...(typed.phone !== '' && { phone: typed.phone }),
  });
  const refused = (text: string): Promise<ActEnd> => again({ typed, notice: { kind: 'no', text } });
  switch (resent.is) {
    case 'missing':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: path };
    case 'asked': {
      const text = resent.repeated ? labels.resentBefore : labels.resent(resent.leftToday);
      return { is: 'done', to: path, flash: { kind: 'yes', text } };
    }
    case 'too-soon':
      return refused(labels.tooSoon(resent.waitSeconds));
    default:
      return refused(labels.refusals[resent.is]);
  }
}
