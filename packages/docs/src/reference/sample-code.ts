/** One call of an operation in each language. */
export interface SampleCode {
  title: string;
  language: string;
  code: string;
}

export function samplesOfCall(cmd: string, fields: object): SampleCode[] {
  const data = JSON.stringify(fields);
  return [
    { title: 'curl', language: 'sh', code: shell(cmd, data) },
    { title: 'TypeScript', language: 'ts', code: typescript(cmd, fields) },
    { title: 'Python', language: 'python', code: python(cmd, fields) },
    { title: 'PHP', language: 'php', code: php(cmd, fields) },
    { title: 'Java', language: 'java', code: java(cmd, data) },
  ];
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

const shell = (cmd: string, data: string): string => `DATA='${data}'
SIG=$(printf '%s' "${cmd}$DATA$SECRET" | openssl dgst -sha256 -r | cut -d' ' -f1)
curl -sS "$BASE_URL/?cmd=${cmd}&id=$ID&in=json&sig=$SIG" --data-urlencode "data=$DATA"`;

const typescript = (cmd: string, fields: object): string => `import { Facevalue } from '@facevalue/client';

const { BASE_URL = '', ID = '', SECRET = '' } = process.env;
const facevalue = new Facevalue({ baseUrl: BASE_URL, id: ID, secret: SECRET });
console.log(await facevalue.${cmd}(${isEmpty(fields) ? '' : literal(fields, 'ts')}));`;

const python = (cmd: string, fields: object): string => `import os
from facevalue import Facevalue

facevalue = Facevalue(os.environ["BASE_URL"], os.environ["ID"], os.environ["SECRET"])
print(facevalue.${snake(cmd)}(${isEmpty(fields) ? '' : literal(fields, 'python')}))`;

const php = (
  cmd: string,
  fields: object,
): string => `$facevalue = new Facevalue\\Facevalue(getenv('BASE_URL'), getenv('ID'), getenv('SECRET'));
print_r($facevalue->${cmd}(${isEmpty(fields) ? '' : literal(fields, 'php')}));`;

const snake = (cmd: string): string => cmd.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function literal(value: unknown, language: 'ts' | 'python' | 'php'): string {
  if (typeof value === 'string') return language === 'python' ? JSON.stringify(value) : `'${value}'`;
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, language)).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([name, member]) => {
    const key = { ts: `${name}: `, python: `"${name}": `, php: `'${name}' => ` }[language];
    return key + literal(member, language);
  });
  if (language === 'php') return `[${members.join(', ')}]`;
  return language === 'ts' ? `{ ${members.join(', ')} }` : `{${members.join(', ')}}`;
}

/** Without an SDK: what every language can do. */
const java = (cmd: string, data: string): string => `import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.security.MessageDigest;
import java.util.HexFormat;
import static java.nio.charset.StandardCharsets.UTF_8;

public class Sample {
  public static void main(String[] args) throws Exception {
    String data = """
        ${data}""";
    String signed = "${cmd}" + data + System.getenv("SECRET");
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(signed.getBytes(UTF_8));
    String address = "%s/?cmd=${cmd}&id=%s&in=json&sig=%s".formatted(
        System.getenv("BASE_URL"), System.getenv("ID"), HexFormat.of().formatHex(digest));
    HttpRequest request = HttpRequest.newBuilder(URI.create(address))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString("data=" + URLEncoder.encode(data, UTF_8)))
        .build();
    HttpClient client = HttpClient.newHttpClient();
    System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString(UTF_8)).body());
  }
}`;
