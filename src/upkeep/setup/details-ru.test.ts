import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpProblems } from '../../platform/network/http-problem.ts';
import { deadServerTexts } from '../../platform/mail/send-reasons.ts';
import { detailsInRussian } from './details-ru.ts';
import { findingText } from './labels.ts';

const says = (finding: Parameters<typeof findingText>[0]): string => findingText(finding, 'ru').says;

test('what a check quotes of mail servers and of the network is Russian, too', () => {
  for (const details of [...deadServerTexts, ...httpProblems])
    assert.doesNotMatch(detailsInRussian(details).replaceAll(/TLS|HTTP/g, ''), /[a-z]/i, details);
  assert.equal(
    says({ is: 'mail-out-failed', host: '127.0.0.1', details: 'mail server not reached' }),
    '127.0.0.1 не принимает писем: почтовый сервер недоступен.',
  );
  assert.equal(
    says({ is: 'address-silent', address: 'https://gifts.example', details: 'unknown host' }),
    'https://gifts.example не отвечает (такого имени в сети нет).',
  );
});
