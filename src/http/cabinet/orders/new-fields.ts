/** The fields of a new order, by their names in makeOrder, which judges them. */
import { html } from '../../../platform/text/html.ts';
import { choice, line } from '../../../web/form/kinds.ts';

const name = line({ most: 255 });
const email = line({ type: 'email', most: 255 });

export const orderParts = {
  delivery: { delivery_type: choice(['email', 'sms', 'link']) },
  recipient: { to: name, email_to: email, to_phone: line({ type: 'tel', most: 20 }) },
  greeting: { text: line({ most: 512, rows: 4, attributes: null }) },
  more: {
    from: name,
    email_from: email,
    date_send: line({ type: 'datetime-local', most: 16, attributes: null }),
    code: line({ most: 100, attributes: html`autocomplete="off" autocapitalize="characters"` }),
    comment: line({ most: 512 }),
    external_id: name,
  },
};

const { delivery, recipient, greeting, more } = orderParts;
/** A face is chosen from those of the product. */
export const orderFields = { face: name, ...delivery, ...recipient, ...greeting, ...more };
