/** What is wrong with a number or a PIN: texts of the reasons of all lists that judge them (`{what}`: number, code or PIN). */
export const symbolTexts = {
  unseen: { en: 'the {what} holds {sign}, which nobody can see or type', ru: 'невидимый знак {sign}' },
  digit: {
    en: 'the {what} holds {sign}, which is not one of the digits 0 to 9',
    ru: 'знак {sign} — не цифра от 0 до 9',
  },
  unusual: {
    en: 'the {what} holds {sign}, which is unusual in codes',
    ru: 'знак {sign}, необычный для кодов',
  },
  alphabets: {
    en: 'the {what} mixes two alphabets: {sign} is of another one than the letters before it',
    ru: 'буквы двух алфавитов: {sign} не из того же, что буквы до неё',
  },
  exponent: {
    en: 'the {what} is written with an exponent, so digits are lost',
    ru: 'запись с показателем степени, цифры потеряны',
  },
  decimal: { en: 'the {what} is written as an amount', ru: 'записано как сумма, а не как код' },
  rounded: {
    en: 'the {what} is a number of more than 15 digits: it may be rounded',
    ru: 'число длиннее 15 цифр могло округлиться',
  },
  negative: { en: 'the {what} is a negative number', ru: 'отрицательное число' },
  'too-long': { en: 'the {what} is longer than {most} characters', ru: 'длиннее {most} знаков' },
} as const;
