/** Names of adapters' settings in the language of the page. */
import type { Language } from '../../../platform/text/language.ts';

/** What the schemas of the adapters say in English, in Russian. */
const russian: Record<string, string> = {
  'REST, sample shape': 'REST по нашему образцу',
  'REST, mapped': 'REST с настройкой полей',
  'Address of the supplier': 'Адрес поставщика',
  'Address for the calls': 'Адрес для вызовов',
  'How the platform authenticates': 'Как мы представляемся',
  None: 'Никак',
  'Bearer token': 'Токен Bearer',
  'User and password': 'Пользователь и пароль',
  'Key in a header': 'Ключ в заголовке',
  'Signed body (HMAC)': 'Подписанное тело (HMAC)',
  'Client TLS certificate': 'Клиентский сертификат TLS',
  Token: 'Токен',
  User: 'Пользователь',
  Password: 'Пароль',
  Header: 'Заголовок',
  Key: 'Ключ',
  Secret: 'Секрет',
  Hash: 'Хеш',
  'Header that carries the signature': 'Заголовок с подписью',
  'Form of the signature': 'Вид подписи',
  'What is signed: the body, or method, path and body on lines of their own':
    'Что подписывается: тело или метод, путь и тело по строкам',
  'Client certificate, PEM': 'Клиентский сертификат, PEM',
  'Key of the client certificate, PEM': 'Ключ клиентского сертификата, PEM',
  'Whom to trust instead, PEM': 'Кому доверять вместо общих, PEM',
  'Issuing a code': 'Выдача кода',
  'Activating a code': 'Активация кода',
  "Text of the supplier's WSDL": 'Текст WSDL поставщика',
  'Version of SOAP': 'Версия SOAP',
};

export const settingName = (label: string, language: Language): string =>
  language === 'ru' ? (russian[label] ?? label) : label;
