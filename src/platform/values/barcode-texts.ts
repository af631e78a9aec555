/** Why a barcode cannot show a code: texts of the reasons of all lists that judge it. */
export const barcodeTexts = {
  'barcode-ascii': {
    en: 'the code does not fit the barcode {title}: only Latin letters, digits and signs of ASCII fit',
    ru: 'не подходит для штрихкода {title}: в нём бывают только латинские буквы, цифры и знаки ASCII',
  },
  'barcode-capitals': {
    en: 'the code does not fit the barcode {title}: only capital Latin letters, digits and - . $ / + % fit',
    ru: 'не подходит для штрихкода {title}: в нём бывают только заглавные латинские буквы, цифры и - . $ / + %',
  },
  'barcode-digits': {
    en: 'the code does not fit the barcode {title}: only digits fit',
    ru: 'не подходит для штрихкода {title}: в нём бывают только цифры',
  },
  'barcode-13-digits': {
    en: 'the code does not fit the barcode {title}: 13 digits are needed',
    ru: 'для штрихкода {title} нужно 13 цифр',
  },
  'barcode-check-digit': {
    en: 'the code does not fit the barcode {title}: its check digit is wrong',
    ru: 'не подходит для штрихкода {title}: неверна контрольная цифра',
  },
  'barcode-even': {
    en: 'the code does not fit the barcode {title}: the number of digits must be even',
    ru: 'не подходит для штрихкода {title}: число цифр должно быть чётным',
  },
  'barcode-pin': {
    en: 'the code does not fit the barcode {title}: the PIN that it shows is missing',
    ru: 'нет ПИН, который должен быть в штрихкоде {title}',
  },
  'barcode-long': {
    en: 'the code does not fit the barcode {title}: more than {most} signs are never drawn',
    ru: 'длиннее {most} знаков: штрихкод не рисуется',
  },
  'barcode-thin': {
    en: 'the code does not fit the barcode {title}: its bars would be too thin to scan from paper',
    ru: 'слишком длинный для штрихкода {title}: на бумаге штрихи будут слишком тонкими для сканера',
  },
} as const;
