/** Why a receiver's answer was not accepted, and what its people can do. */
import type { ReceiverAnswer } from '../../../callbacks/call-receiver.ts';
import type { HttpProblem } from '../../../platform/network/http-problem.ts';
import { isPrivateHost } from '../../../platform/network/outbound-address.ts';
import type { Language } from '../../../platform/text/language.ts';

/** `private name`: the name itself may be anything, but it leads into a private network. */
type Reason = HttpProblem | 'private name' | 'redirect' | 'not OK' | 'other status';

type Where = { host: string; port: string; status: number };

const reasons: Record<Language, Record<Reason, (where: Where) => string>> = {
  ru: {
    'bad address': () => 'Адрес не читается. Напишите его целиком, с http:// или https://.',
    'refused address': ({ host }) =>
      `${host} — адрес внутренней сети, отсюда его не вызывают. Нужен адрес, доступный из интернета.`,
    'private name': ({ host }) =>
      `Имя ${host} ведёт на адрес внутренней сети, отсюда его не вызывают. Пусть оно указывает на адрес, доступный из интернета.`,
    'unknown host': ({ host }) =>
      `Имя ${host} не найдено в DNS. Проверьте, нет ли опечатки и есть ли у имени запись A или AAAA.`,
    timeout: ({ host, port }) =>
      `${host} (порт ${port}) не ответил в срок. Проверьте, что порт открыт для вызовов из интернета и что программа отвечает до того, как начинает долгую работу.`,
    'connection refused': ({ host, port }) =>
      `На ${host} никто не слушает порт ${port}. Запустите программу или исправьте порт в адресе.`,
    'connection closed': ({ host }) =>
      `${host} закрыл соединение, не ответив. Посмотрите журнал своей программы и того, что стоит перед ней.`,
    unreachable: ({ host }) => `До ${host} нет пути в сети. Проверьте адрес, маршруты и межсетевой экран.`,
    'untrusted certificate': ({ host }) =>
      `Сертификату ${host} здесь не доверяют. Установите сертификат известного центра вместе с промежуточными.`,
    'expired certificate': ({ host }) => `Сертификат ${host} просрочен. Обновите его.`,
    'certificate not valid yet': ({ host }) =>
      `Сертификат ${host} ещё не действует. Проверьте его и часы сервера.`,
    'certificate of another name': ({ host }) =>
      `Сертификат выдан не на ${host}. Выпустите его на это имя или исправьте имя в адресе.`,
    tls: ({ host, port }) =>
      `С ${host} (порт ${port}) не удалось договориться о TLS. Проверьте, что на этом порту https, а не http.`,
    'not http': ({ host, port }) =>
      `${host} (порт ${port}) ответил не по HTTP. Проверьте порт и то, что там работает веб-сервер.`,
    failed: ({ host }) =>
      `Вызвать ${host} не удалось. Попробуйте ещё раз; если не поможет, напишите оператору.`,
    redirect: ({ status }) =>
      `Ответ ${status} — перенаправление, за ним мы не идём. Напишите тот адрес, на который оно ведёт.`,
    'not OK': () => 'Ответ 200, но в теле не ровно «OK»: без кавычек, пробелов и переводов строки.',
    'other status': ({ status }) => `Ответ ${status}, а нужен 200 и ровно «OK».`,
  },
  en: {
    'bad address': () => 'The address cannot be read. Write it in full, with http:// or https://.',
    'refused address': ({ host }) =>
      `${host} is an address of a private network, which is not called from here. An address that the internet can reach is needed.`,
    'private name': ({ host }) =>
      `The name ${host} leads to an address of a private network, which is not called from here. Let it point to an address that the internet can reach.`,
    'unknown host': ({ host }) =>
      `The name ${host} was not found in DNS. Check for a typing error, and whether it has an A or AAAA record.`,
    timeout: ({ host, port }) =>
      `${host} (port ${port}) did not answer in time. Check that the port is open to calls from the internet, and that the program answers before it begins long work.`,
    'connection refused': ({ host, port }) =>
      `Nothing listens on port ${port} of ${host}. Start the program, or correct the port in the address.`,
    'connection closed': ({ host }) =>
      `${host} closed the connection without an answer. See the log of your program and of what stands before it.`,
    unreachable: ({ host }) =>
      `There is no way to ${host} in the network. Check the address, routes and firewall.`,
    'untrusted certificate': ({ host }) =>
      `The certificate of ${host} is not trusted here. Install one of a known authority, with its intermediate certificates.`,
    'expired certificate': ({ host }) => `The certificate of ${host} has expired. Renew it.`,
    'certificate not valid yet': ({ host }) =>
      `The certificate of ${host} is not valid yet. Check it, and the clock of the server.`,
    'certificate of another name': ({ host }) =>
      `The certificate is not for ${host}. Have one issued for this name, or correct the name in the address.`,
    tls: ({ host, port }) =>
      `There was no agreement on TLS with ${host} (port ${port}). Check that this port speaks https, not http.`,
    'not http': ({ host, port }) =>
      `${host} (port ${port}) did not answer by HTTP. Check the port, and that a web server runs there.`,
    failed: ({ host }) =>
      `${host} could not be called. Try again; if that does not help, write to the operator.`,
    redirect: ({ status }) =>
      `The answer is ${status}, a redirect, which is not followed. Write the address that it leads to.`,
    'not OK': () =>
      'The answer is 200, but its body is not exactly “OK”: without quotes, spaces and line breaks.',
    'other status': ({ status }) => `The answer is ${status}; 200 and exactly “OK” are needed.`,
  },
};

/** Null: it was accepted. */
export function answerReason(
  { accepted, httpStatus, problem }: Pick<ReceiverAnswer, 'accepted' | 'httpStatus' | 'problem'>,
  address: string,
  language: Language,
): string | null {
  if (accepted) return null;
  const url = URL.parse(address);
  const usual = url?.protocol === 'http:' ? '80' : '443';
  const where = { host: url?.hostname ?? address, port: url?.port || usual, status: httpStatus ?? 0 };
  return reasons[language][reasonOf(httpStatus, problem, url?.hostname ?? '')](where);
}

function reasonOf(httpStatus: number | null, problem: string, host: string): Reason {
  if (httpStatus === 200) return 'not OK';
  if (httpStatus !== null) return httpStatus >= 300 && httpStatus < 400 ? 'redirect' : 'other status';
  if (problem === 'refused address' && !isPrivateHost(host)) return 'private name';
  return Object.hasOwn(reasons.en, problem) ? (problem as Reason) : 'failed';
}
