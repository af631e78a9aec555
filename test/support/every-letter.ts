/** Every kind of letter and text with facts that never change, by the folder of its code. */
import type { GiftView } from '../../src/certificates/certificate.ts';
import { activationLetter } from '../../src/messaging/letters/activation/activation-letter.ts';
import { alertLetter } from '../../src/messaging/letters/alert/alert-letter.ts';
import { balanceLetter } from '../../src/messaging/letters/balance/balance-letter.ts';
import { clientOnboardingLetter } from '../../src/messaging/letters/client-onboarding/client-onboarding-letter.ts';
import {
  clientOnboardingLabels,
  type ClientOnboardingStep,
} from '../../src/messaging/letters/client-onboarding/labels.ts';
import {
  confirmationLetter,
  confirmationText,
} from '../../src/messaging/letters/confirmation/confirmation-letter.ts';
import { digestLetter } from '../../src/messaging/letters/digest/digest-letter.ts';
import { endedLetter } from '../../src/messaging/letters/digest/ended-letter.ts';
import { digestLabels, type DigestTopic } from '../../src/messaging/letters/digest/labels.ts';
import { giftLetter } from '../../src/messaging/letters/gift/gift-letter.ts';
import { onboardingLetter } from '../../src/messaging/letters/onboarding/onboarding-letter.ts';
import {
  personLetterLabels,
  type AccessNews,
  type SignInChange,
} from '../../src/messaging/letters/person/labels.ts';
import { personLetter, type PersonLetterInput } from '../../src/messaging/letters/person/person-letter.ts';
import { reminderLetter } from '../../src/messaging/letters/reminder/reminder-letter.ts';
import { giftText } from '../../src/messaging/letters/text/gift-text.ts';
import { weeklyLetter } from '../../src/messaging/letters/weekly/weekly-letter.ts';
import { supplierStepNames, type Turn } from '../../src/acts/onboarding/supplier-steps.ts';
import { turnLabels } from '../../src/acts/onboarding/turn-labels.ts';
import type { Language } from '../../src/platform/text/language.ts';
import { digestKinds, digestKindNames } from '../../src/suppliers/alerts/digest-kinds.ts';
import { sampleCode, sampleGift } from './sample-gift.ts';

export type Written = string | { subject: string; html: string; text: string };

const at = new Date('2026-11-21T09:00:00Z');
const link = 'https://gifts.example/x';
const names = { supplierName: 'Mill', party: 'Mill', inviter: 'Anna' } as const;

/** Whatever people typed is in no language here, so that only our own words are looked at. */
const view = (language: Language): GiftView => ({
  ...sampleGift,
  language,
  productTitle: 'Mill',
  brief: 'Bread',
  termsHtml: '<p>Bread</p>',
  issuer: { name: 'Mill', legalAddress: 'Mill Lane' },
  greeting: 'Hello',
  senderName: 'Boris',
  recipientName: 'Anna',
});

const persons: ((language: Language) => PersonLetterInput)[] = [
  (language) => ({ kind: 'invitation', language, link, roleName: 'owner', until: at, ...names }),
  (language) => ({ kind: 'asked-again', language, link, email: 'anna@mail.example', party: 'Mill' }),
  (language) => ({ kind: 'recovery', language, link, minutes: 60 }),
  ...(Object.keys(personLetterLabels.ru.changedSubject) as SignInChange[]).map(
    (change) =>
      (language: Language): PersonLetterInput => ({ kind: 'changed', language, link, change, at }),
  ),
  ...(Object.keys(personLetterLabels.ru.accessSubject) as AccessNews[]).map(
    (change) =>
      (language: Language): PersonLetterInput => ({
        kind: 'access',
        language,
        link,
        change,
        detail: 'https://shop.example/hook',
        by: 'Anna',
        party: 'Mill',
        at,
      }),
  ),
];

export const everyLetter: Record<string, (language: Language) => Written[]> = {
  activation: (language) =>
    (['table', 'reminder'] as const).map((kind) =>
      activationLetter({
        kind,
        language,
        letterId: 7,
        link,
        mayReply: true,
        madeAt: at,
        supplierName: 'Mill',
        rows: [{ row: 1, number: '77', orderNumber: '1-1', faceKopecks: 50_000, expiresAt: null }],
      }),
    ),
  alert: (language) =>
    (['stock', 'ending-codes', 'orders-limit', 'sum-limit', 'pull'] as const).map((kind) =>
      alertLetter({
        language,
        kind,
        supplierName: 'Mill',
        about: 'Bread',
        productId: 2001,
        faceKopecks: 50_000,
        endsOn: '2026-12-31',
        left: 2,
        limit: 10,
        raisedAt: at,
      }),
    ),
  balance: (language) =>
    (['low', 'over'] as const).map((kind) =>
      balanceLetter({ kind, language, availableKopecks: 100, levelKopecks: 200, link, madeAt: at }),
    ),
  'client-onboarding': (language) =>
    (['client', 'operator'] as const).flatMap((side) =>
      (Object.keys(clientOnboardingLabels.ru[side]) as ClientOnboardingStep[]).map((step) =>
        clientOnboardingLetter({ step, side, language, client: 'Bonus', link }),
      ),
    ),
  confirmation: (language) => [
    confirmationLetter({ view: view(language), code: '123456', language }),
    confirmationLetter({ view: { ...view(language), sample: true }, code: '123456', language }),
  ],
  digest: (language) => [
    ...(Object.keys(digestLabels.ru.topics) as DigestTopic[]).map((kind) =>
      digestLetter({ kind, language, amount: 3, examples: ['3500001'], madeAt: at }),
    ),
    ...digestKindNames
      .filter((kind) => digestKinds[kind].is === 'state')
      .map((kind) => endedLetter({ kind, language, beganAt: at, madeAt: at })),
  ],
  gift: (language) => [
    giftLetter({ view: view(language), link, code: null, language, picture: null }),
    giftLetter({ view: view(language), link, code: sampleCode, language, picture: null }),
    giftLetter({
      view: { ...view(language), sample: true, state: 'awaiting-activation' },
      link,
      code: null,
      language,
      picture: null,
    }),
  ],
  onboarding: (language) => [
    onboardingLetter({ language, link, supplier: 'Mill', turn: null }),
    ...supplierStepNames.flatMap((step) =>
      (Object.keys(turnLabels.ru.turns) as Turn[]).map((turn) => {
        const { steps, turns } = turnLabels[language];
        return onboardingLetter({
          language,
          link,
          supplier: 'Mill',
          turn: { step: steps[step], todo: turns[turn] },
        });
      }),
    ),
  ],
  person: (language) => persons.map((input) => personLetter(input(language))),
  reminder: (language) =>
    ['2026-11-22', '2026-11-24', '2026-12-20'].map((day) =>
      reminderLetter({
        view: view(language),
        expiresAt: new Date(`${day}T20:59:59Z`),
        link,
        language,
        now: at,
      }),
    ),
  text: (language) => [
    giftText({ kind: 'notice', view: view(language), language }),
    giftText({ kind: 'receipt', view: view(language), language, link, code: '123456' }),
    confirmationText({ view: view(language), code: '123456', language }),
  ],
  weekly: (language) => [
    weeklyLetter({
      client: 'Friday Club',
      language,
      week: '2026-11-16',
      issued: 3,
      sumKopecks: 100,
      failed: 1,
      cancelled: 1,
      open: 1,
      issuedBefore: 2,
      sumKopecksBefore: 50,
      link,
      notificationsLink: link,
      products: [{ title: 'Bread', orders: 3, sumKopecks: 100 }],
      failures: [{ code: 3601, name: 'face', orders: 1 }],
    }),
  ],
};
