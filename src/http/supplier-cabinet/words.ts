import type { Language } from '../../platform/web/language.ts';

export interface TillWords {
  till: string;
  otherLanguage: { language: Language; name: string };
  languageNav: string;
  pagesNav: string;
  skip: string;
  signInTitle: string;
  login: string;
  loginHint: string;
  password: string;
  signIn: string;
  signOut: string;
  signInRefused: string;
  signInLocked: (minutes: number) => string;
  signedOut: string;
  choosePassword: string;
  chooseHint: string;
  newPassword: string;
  repeatPassword: string;
  save: string;
  passwordShort: (least: number) => string;
  passwordsDiffer: string;
  checkTitle: string;
  number: string;
  numberHint: string;
  check: string;
  scan: string;
  scanStop: string;
  scanHint: string;
  scanFailed: string;
  yes: string;
  no: string;
  states: Record<'unknown' | 'inactive' | 'redeemed' | 'expired' | 'blocked', string>;
  hints: Record<'unknown' | 'inactive' | 'redeemed' | 'expired' | 'blocked', string>;
  face: string;
  product: string;
  validity: string;
  unlimited: string;
  until: (date: string) => string;
  redeemQuestion: string;
  redeem: (face: string) => string;
  cancel: string;
  done: string;
  transaction: string;
  transactionHint: string;
  redeemedWhen: string;
  redeemedWhere: string;
  next: string;
  today: string;
  todayNothing: string;
  todayTotal: (count: number, sum: string) => string;
  time: string;
  moscow: string;
  tooMany: string;
  tooManyHint: (minutes: number) => string;
  failed: string;
  failedHint: string;
  expiredForm: string;
  expiredFormHint: string;
}

export const tillWords: Record<Language, TillWords> = {
  ru: {
    till: 'Касса',
    otherLanguage: { language: 'en', name: 'English' },
    languageNav: 'Язык страницы',
    pagesNav: 'Страницы',
    skip: 'К содержанию',
    signInTitle: 'Вход для кассира',
    login: 'Пользователь',
    loginHint: 'Например, kassa-1@501',
    password: 'Пароль',
    signIn: 'Войти',
    signOut: 'Выйти',
    signInRefused: 'Пользователь или пароль не подходят. Проверьте раскладку и попробуйте ещё раз.',
    signInLocked: (minutes) => `Слишком много неверных попыток. Попробуйте через ${minutes} минут.`,
    signedOut: 'Вы вышли, или касса долго простояла без дела. Войдите ещё раз.',
    choosePassword: 'Придумайте свой пароль',
    chooseHint: 'Пароль, который вам дали, годится только для первого входа.',
    newPassword: 'Новый пароль',
    repeatPassword: 'Новый пароль ещё раз',
    save: 'Сохранить',
    passwordShort: (least) => `Пароль должен быть не короче ${least} знаков.`,
    passwordsDiffer: 'Пароли не совпадают.',
    checkTitle: 'Проверить сертификат',
    number: 'Номер сертификата',
    numberHint: 'Пробелы, дефисы и размер букв не важны',
    check: 'Проверить',
    scan: 'Сканировать камерой',
    scanStop: 'Закрыть камеру',
    scanHint: 'Наведите камеру на штрихкод',
    scanFailed: 'Камера недоступна. Наберите номер руками.',
    yes: 'Можно принять',
    no: 'Принимать нельзя',
    states: {
      unknown: 'Сертификат не найден',
      inactive: 'Сертификат ещё не активирован',
      redeemed: 'Сертификат уже погашен',
      expired: 'Срок действия истёк',
      blocked: 'Сертификат заблокирован',
    },
    hints: {
      unknown: 'Проверьте номер: каждый знак должен совпадать.',
      inactive: 'Он станет действителен позже. Попробуйте ещё раз завтра.',
      redeemed: 'Второй раз его принять нельзя.',
      expired: 'Его больше нельзя принять к оплате.',
      blocked: 'Покупателю поможет поддержка, указанная в сертификате.',
    },
    face: 'Номинал',
    product: 'Сертификат',
    validity: 'Срок действия',
    unlimited: 'Без ограничения',
    until: (date) => `до ${date}`,
    redeemQuestion: 'Погасить сертификат? Отменить это будет нельзя.',
    redeem: (face) => `Погасить ${face}`,
    cancel: 'Не гасить',
    done: 'Сертификат погашен',
    transaction: 'Номер операции',
    transactionHint: 'Запишите его в чек: он подтверждает, что сертификат приняли только вы.',
    redeemedWhen: 'Когда погашен',
    redeemedWhere: 'Где погашен',
    next: 'Следующий сертификат',
    today: 'Погашено сегодня',
    todayNothing: 'Сегодня вы ещё ничего не погасили.',
    todayTotal: (count, sum) => `Всего: ${count}, на сумму ${sum}`,
    time: 'Время',
    moscow: 'московское',
    tooMany: 'Слишком много попыток',
    tooManyHint: (minutes) => `Подождите ${minutes} мин. и попробуйте ещё раз.`,
    failed: 'Что-то пошло не так',
    failedHint: 'Вернитесь и повторите: дважды сертификат не погасится.',
    expiredForm: 'Страница устарела',
    expiredFormHint: 'Откройте кассу заново и повторите.',
  },
  en: {
    till: 'Till',
    otherLanguage: { language: 'ru', name: 'Русский' },
    languageNav: 'Page language',
    pagesNav: 'Pages',
    skip: 'To the content',
    signInTitle: 'Sign in to the till',
    login: 'User',
    loginHint: 'For instance, kassa-1@501',
    password: 'Password',
    signIn: 'Sign in',
    signOut: 'Sign out',
    signInRefused: 'User or password do not fit. Check the keyboard layout and try again.',
    signInLocked: (minutes) => `Too many wrong attempts. Try again in ${minutes} minutes.`,
    signedOut: 'You signed out, or nobody used the till for a while. Please sign in again.',
    choosePassword: 'Choose your own password',
    chooseHint: 'The password you were given is good for the first sign-in only.',
    newPassword: 'New password',
    repeatPassword: 'New password again',
    save: 'Save',
    passwordShort: (least) => `The password must have at least ${least} characters.`,
    passwordsDiffer: 'The passwords differ.',
    checkTitle: 'Check a certificate',
    number: 'Certificate number',
    numberHint: 'Spaces, dashes and letter case do not matter',
    check: 'Check',
    scan: 'Scan with the camera',
    scanStop: 'Close the camera',
    scanHint: 'Point the camera at the barcode',
    scanFailed: 'There is no camera to use. Type the number instead.',
    yes: 'You can accept it',
    no: 'Do not accept it',
    states: {
      unknown: 'Certificate not found',
      inactive: 'Certificate is not active yet',
      redeemed: 'Certificate already redeemed',
      expired: 'Certificate has expired',
      blocked: 'Certificate is blocked',
    },
    hints: {
      unknown: 'Check the number: every character must agree.',
      inactive: 'It will be valid later. Try again tomorrow.',
      redeemed: 'It can not be accepted a second time.',
      expired: 'It can no longer be accepted.',
      blocked: 'The support named on the certificate will help its owner.',
    },
    face: 'Face value',
    product: 'Certificate',
    validity: 'Validity',
    unlimited: 'Unlimited',
    until: (date) => `until ${date}`,
    redeemQuestion: 'Redeem the certificate? This can not be undone.',
    redeem: (face) => `Redeem ${face}`,
    cancel: 'Do not redeem',
    done: 'Certificate redeemed',
    transaction: 'Transaction number',
    transactionHint: 'Put it on the receipt: it says that you alone have accepted the certificate.',
    redeemedWhen: 'Redeemed at',
    redeemedWhere: 'Redeemed where',
    next: 'Next certificate',
    today: 'Redeemed today',
    todayNothing: 'You have not redeemed anything today.',
    todayTotal: (count, sum) => `${count} in all, worth ${sum}`,
    time: 'Time',
    moscow: 'Moscow time',
    tooMany: 'Too many attempts',
    tooManyHint: (minutes) => `Wait ${minutes} min and try again.`,
    failed: 'Something went wrong',
    failedHint: 'Go back and repeat: no certificate is redeemed twice.',
    expiredForm: 'This page is out of date',
    expiredFormHint: 'Open the till again and repeat.',
  },
};
