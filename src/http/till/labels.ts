/** What the till says. */
import type { Language } from '../../platform/text/language.ts';

export interface TillLabels {
  till: string;
  signInTitle: string;
  login: string;
  loginHint: string;
  password: string;
  signIn: string;
  signOut: string;
  /** Of persons: their own pages. */
  me: string;
  /** For who has an e-mail here. */
  byEmail: string;
  signInRefused: string;
  signedOut: string;
  choosePassword: string;
  chooseHint: string;
  newPassword: string;
  repeatPassword: string;
  save: string;
  changePassword: string;
  givenPassword: string;
  oldPassword: string;
  oldPasswordWrong: string;
  passwordRule: (least: number) => string;
  othersSignedOut: string;
  back: string;
  passwordShort: (least: number) => string;
  passwordLong: (most: number) => string;
  passwordCommon: string;
  passwordNamed: string;
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
  unknown: string;
  unknownHint: string;
  numberRead: string;
  checkAgain: string;
  states: Record<'inactive' | 'redeemed' | 'expired' | 'blocked', string>;
  hints: Record<'inactive' | 'redeemed' | 'expired' | 'blocked', string>;
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
  moscow: string;
  tooMany: string;
  tooManyHint: (minutes: number) => string;
  busy: string;
  busyHint: string;
  failed: string;
  failedHint: string;
  expiredForm: string;
  expiredFormHint: string;
  undo: string;
  allRedeemed: string;
  shift: string;
  shiftNothing: string;
  shiftSince: (time: string) => string;
  shiftCount: string;
  shiftSum: string;
  shiftUndone: string;
  shiftClose: string;
  shiftHint: string;
  shiftsBefore: string;
  undone: string;
  undoneHint: string;
  undoneAt: (time: string) => string;
}

export const tillLabels: Record<Language, TillLabels> = {
  ru: {
    till: 'Касса',
    signInTitle: 'Вход для кассира',
    login: 'Пользователь',
    loginHint: 'Например, kassa-1@501',
    password: 'Пароль',
    signIn: 'Войти',
    signOut: 'Выйти',
    me: 'Мой вход',
    byEmail: 'Войти по электронной почте',
    signInRefused: 'Пользователь или пароль не подходят. Проверьте раскладку и попробуйте ещё раз.',
    signedOut: 'Вы вышли, или кассой долго не пользовались. Войдите ещё раз.',
    choosePassword: 'Придумайте свой пароль',
    chooseHint: 'Пароль, который вам дали, подходит только для первого входа.',
    newPassword: 'Новый пароль',
    repeatPassword: 'Новый пароль ещё раз',
    save: 'Сохранить',
    changePassword: 'Сменить пароль',
    givenPassword: 'Пароль, который вам дали',
    oldPassword: 'Прежний пароль',
    oldPasswordWrong: 'Прежний пароль не подошёл. Проверьте раскладку и попробуйте ещё раз.',
    passwordRule: (least) =>
      `Не короче ${least} знаков. Не из тех, что подбирают первыми (qwerty123456), и не имя кассы или магазина. Подойдут, например, три-четыре случайных слова.`,
    othersSignedOut: 'На других устройствах придётся войти заново, с новым паролем.',
    back: 'Вернуться к кассе',
    passwordShort: (least) => `Новый пароль короче ${least} знаков. Придумайте подлиннее.`,
    passwordLong: (most) => `Новый пароль длиннее ${most} знаков. Придумайте покороче.`,
    passwordCommon: 'Такой пароль подбирают одним из первых. Придумайте другой.',
    passwordNamed: 'Пароль состоит из имени кассы, магазина или прежнего пароля. Придумайте другой.',
    passwordsDiffer: 'Пароли не совпадают. Введите новый пароль два раза одинаково.',
    checkTitle: 'Проверить сертификат',
    number: 'Номер сертификата',
    numberHint: 'Пробелы, дефисы и размер букв не важны',
    check: 'Проверить',
    scan: 'Сканировать камерой',
    scanStop: 'Закрыть камеру',
    scanHint: 'Наведите камеру на штрихкод',
    scanFailed: 'Камера недоступна. Введите номер вручную.',
    yes: 'Можно принять',
    no: 'Принимать нельзя',
    unknown: 'Сертификат не найден',
    unknownHint: 'Сверьте номер с сертификатом знак за знаком и поправьте его здесь.',
    numberRead: 'Вы ввели',
    checkAgain: 'Проверить ещё раз',
    states: {
      inactive: 'Сертификат ещё не активирован',
      redeemed: 'Сертификат уже погашен',
      expired: 'Срок действия истёк',
      blocked: 'Сертификат заблокирован',
    },
    hints: {
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
    redeemQuestion: 'Погасить сертификат? Отменить это сможет только управляющий, и недолго.',
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
    moscow: 'московское',
    tooMany: 'Слишком много попыток',
    tooManyHint: (minutes) => `Подождите ${minutes} мин. и попробуйте ещё раз.`,
    busy: 'Сейчас много входов',
    busyHint: 'Попробуйте ещё раз через несколько секунд.',
    failed: 'Что-то пошло не так',
    failedHint: 'Вернитесь и повторите: дважды сертификат не погасится.',
    expiredForm: 'Страница устарела',
    expiredFormHint: 'Откройте кассу заново и повторите.',
    undo: 'Отменить',
    allRedeemed: 'Погашения всех касс и отмена',
    shift: 'Смена',
    shiftNothing: 'С конца прошлой смены вы ничего не погасили.',
    shiftSince: (time) => `С ${time}`,
    shiftCount: 'Погашено',
    shiftSum: 'На сумму',
    shiftUndone: 'Отменено',
    shiftClose: 'Закрыть смену',
    shiftHint: 'Следующая смена начнётся сразу. Список погашений останется.',
    shiftsBefore: 'Прошлые смены',
    undone: 'Это погашение отменено',
    undoneHint: 'Сертификат не погашен. Чтобы принять его, проверьте номер заново.',
    undoneAt: (time) => `отменено в ${time}`,
  },
  en: {
    till: 'Till',
    signInTitle: 'Sign in to the till',
    login: 'User',
    loginHint: 'For instance, kassa-1@501',
    password: 'Password',
    signIn: 'Sign in',
    signOut: 'Sign out',
    me: 'My sign-in',
    byEmail: 'Sign in by e-mail',
    signInRefused: 'Wrong user or password. Check the keyboard layout and try again.',
    signedOut: 'You signed out, or the till was not used for a while. Please sign in again.',
    choosePassword: 'Choose your own password',
    chooseHint: 'The password you were given is only for the first sign-in.',
    newPassword: 'New password',
    repeatPassword: 'New password again',
    save: 'Save',
    changePassword: 'Change password',
    givenPassword: 'The password you were given',
    oldPassword: 'Current password',
    oldPasswordWrong: 'The current password is wrong. Check the keyboard layout and try again.',
    passwordRule: (least) =>
      `At least ${least} characters. Not one that is guessed first (qwerty123456), and not the name of the till or the shop. Three or four random words work well.`,
    othersSignedOut: 'Other devices will have to sign in again, with the new password.',
    back: 'Back to the till',
    passwordShort: (least) =>
      `The new password has fewer than ${least} characters. Please choose a longer one.`,
    passwordLong: (most) => `The new password has more than ${most} characters. Please choose a shorter one.`,
    passwordCommon: 'This password is among the first that are guessed. Please choose another one.',
    passwordNamed:
      'The password is made of the name of the till or the shop, or of the old password. Please choose another one.',
    passwordsDiffer: 'The passwords differ. Enter the new password twice, the same each time.',
    checkTitle: 'Check a certificate',
    number: 'Certificate number',
    numberHint: 'Spaces, dashes and letter case do not matter',
    check: 'Check',
    scan: 'Scan with the camera',
    scanStop: 'Close the camera',
    scanHint: 'Point the camera at the barcode',
    scanFailed: 'No camera available. Type the number instead.',
    yes: 'You can accept it',
    no: 'Do not accept it',
    unknown: 'Certificate not found',
    unknownHint: 'Compare the number with the certificate, character by character, and correct it here.',
    numberRead: 'You entered',
    checkAgain: 'Check again',
    states: {
      inactive: 'Certificate is not active yet',
      redeemed: 'Certificate already redeemed',
      expired: 'Certificate has expired',
      blocked: 'Certificate is blocked',
    },
    hints: {
      inactive: 'It will be valid later. Try again tomorrow.',
      redeemed: 'It cannot be accepted a second time.',
      expired: 'It can no longer be accepted.',
      blocked: 'The support contact on the certificate can help the customer.',
    },
    face: 'Face value',
    product: 'Certificate',
    validity: 'Validity',
    unlimited: 'Unlimited',
    until: (date) => `until ${date}`,
    redeemQuestion: 'Redeem the certificate? Only a manager can undo it, and not for long.',
    redeem: (face) => `Redeem ${face}`,
    cancel: 'Do not redeem',
    done: 'Certificate redeemed',
    transaction: 'Transaction number',
    transactionHint: 'Put it on the receipt: it proves that only you have accepted the certificate.',
    redeemedWhen: 'Redeemed at',
    redeemedWhere: 'Redeemed where',
    next: 'Next certificate',
    today: 'Redeemed today',
    todayNothing: 'You have not redeemed anything today.',
    todayTotal: (count, sum) => `${count} in all, worth ${sum}`,
    moscow: 'Moscow time',
    tooMany: 'Too many attempts',
    tooManyHint: (minutes) => `Wait ${minutes} min and try again.`,
    busy: 'Many people are signing in',
    busyHint: 'Please try again in a few seconds.',
    failed: 'Something went wrong',
    failedHint: 'Go back and repeat: a certificate is never redeemed twice.',
    expiredForm: 'This page is out of date',
    expiredFormHint: 'Open the till again and repeat.',
    undo: 'Undo',
    allRedeemed: 'Redemptions of all tills, and undoing',
    shift: 'Shift',
    shiftNothing: 'You have redeemed nothing since the end of the last shift.',
    shiftSince: (time) => `Since ${time}`,
    shiftCount: 'Redeemed',
    shiftSum: 'Worth',
    shiftUndone: 'Undone',
    shiftClose: 'Close the shift',
    shiftHint: 'The next one begins at once. The list of redemptions stays.',
    shiftsBefore: 'Earlier shifts',
    undone: 'This redemption was undone',
    undoneHint: 'The certificate is not redeemed. To accept it, check its number again.',
    undoneAt: (time) => `undone at ${time}`,
  },
};
