import type { Scheme } from '../../src/catalog/scheme.ts';
import type { SupplierStepName } from '../../src/acts/onboarding/supplier-steps.ts';

/** A supplier on its way to its first sale. */
export interface OnboardedSupplier {
  name: string;
  /** The step that is open. */
  step: SupplierStepName;
  /** How many days ago it came there. */
  days: number;
  scheme: Scheme;
  comment?: string;
}

/** Who manages all of them but the first. */
export const onboardedManager = 'marfa@mednaya-melnitsa.example';

/** One in each step. */
export const onboardedSuppliers: OnboardedSupplier[] = [
  { name: 'ООО «Сырный Мост»', step: 'invitation', days: 2, scheme: 'pool/none' },
  { name: 'ООО «Медная Мельница»', step: 'questionnaire', days: 1, scheme: 'pool/letter' },
  {
    name: 'ООО «Вишнёвый Глобус»',
    step: 'template',
    days: 4,
    scheme: 'pool/none',
    comment: 'Логотип на шаблоне просим крупнее, а условия короче.',
  },
  { name: 'ООО «Тихий Экран»', step: 'scheme', days: 0, scheme: 'api/none' },
  { name: 'ООО «Северный Пряник»', step: 'integration', days: 6, scheme: 'pool/pull' },
  { name: 'ООО «Квартал Роз»', step: 'test', days: 3, scheme: 'pool/none' },
  { name: 'ООО «Лыжня и Чай»', step: 'live', days: 1, scheme: 'platform/none' },
];

export const onboardedAnswers: Record<string, string> = {
  taxNumber: '0000000000 / 000000000',
  legalAddress: '101000, г. Москва, Мельничный проезд, д. 3',
  contactName: 'Марфа Жерновкина',
  contactMail: onboardedManager,
  contactPhone: '+7 900 000-00-00',
  technicalMail: '',
  site: 'https://mednaya-melnitsa.example',
  supportContact: '+7 800 000-00-00, ежедневно с 9 до 21',
  faces: '500, 1000, 3000',
  validity: '365 дней',
  terms: 'Сертификат принимается во всех магазинах.\nОстаток не возвращается деньгами.',
  places: 'Москва и Тверь, все магазины',
  codeForm: '12 цифр',
  pin: 'no',
  barcode: 'code128',
  tillSystem: '4 магазина, касса с поиском по номеру',
};
