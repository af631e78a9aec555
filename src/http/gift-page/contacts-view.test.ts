import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GiftView } from '../../certificates/certificate.ts';
import { escapeHtml } from '../../platform/text/html.ts';
import { withoutMarks } from '../../platform/text/own.ts';
import { contactsOf } from './contacts-view.ts';
import { giftLabels } from './labels.ts';
import { mailto } from './link-view.ts';

test('a letter to support names its own order, whatever the address looks like', () => {
  for (const email of ['help@shop.example', '00000-00000@shop.example', '7-8+number@shop.example']) {
    const support: GiftView['support'] = { phone: '', email, url: '' };
    for (const language of ['ru', 'en'] as const) {
      const labels = giftLabels[language];
      for (const orderNumber of ['7-8', '123-456', '0000-0000', 'образец']) {
        const [contact] = contactsOf({ support, orderNumber }, labels);
        const letter = mailto(email, labels.brokenSubject(orderNumber), labels.brokenText(orderNumber));
        const markup = withoutMarks(contact?.view.markup ?? '');
        assert.ok(markup.startsWith(`<a href="${escapeHtml(letter)}">`), markup);
      }
    }
  }
});
