/** The ports of a gateway and of the services behind it, all on 127.0.0.1. */
export interface Places {
  readonly port: number;
  readonly backEnd: number;
  /** Nothing listens there. */
  readonly deadBackEnd: number;
  /** The private folder of the gateway, which contains its TLS files. */
  readonly folder: string;
}

/** A real gateway with a typical configuration, and the expected verdict on a compliant service behind it. */
export interface Gateway {
  readonly id: string;
  readonly title: string;
  readonly program: 'nginx' | 'haproxy';
  readonly configure: (places: Places) => string;
  readonly expects: 'conformant' | 'inconclusive';
  /** Requests per second, if the gateway limits the rate. */
  readonly rate?: number;
  /** Whether it speaks TLS and requires a client certificate. */
  readonly demandsCertificate?: true;
  /** Delay of each response of the service in milliseconds. Default: 0. */
  readonly delay?: number;
  /** What happens to the gateway under load. */
  readonly incident?: 'reload' | 'restart' | 'maintenance';
}

interface Nginx {
  readonly http?: string;
  readonly server?: string;
  readonly location?: string;
  readonly backEnds?: (places: Places) => string;
}

function nginx({ http = '', server = '', location = '', backEnds = onlyBackEnd }: Nginx): Gateway['configure'] {
  return (places) => `
daemon off;
worker_processes 1;
pid ${places.folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path ${places.folder}/body;
  proxy_temp_path ${places.folder}/proxy;
  fastcgi_temp_path ${places.folder}/fastcgi;
  uwsgi_temp_path ${places.folder}/uwsgi;
  scgi_temp_path ${places.folder}/scgi;
  ${http}
  upstream pets {
    ${backEnds(places)}
  }
  server {
    listen 127.0.0.1:${places.port}${server.includes('ssl') ? ' ssl' : ''};
    ${server.replaceAll('FOLDER', places.folder)}
    location / {
      ${location.replaceAll('FOLDER', places.folder)}
      proxy_pass http://pets;
    }
  }
}
`;
}

function onlyBackEnd({ backEnd }: Places): string {
  return `server 127.0.0.1:${backEnd};`;
}

/** One dead service, and `alive` working ones. */
function withDeadBackEnd({ backEnd, deadBackEnd }: Places, alive: number): string {
  const ports = [deadBackEnd, ...Array.from({ length: alive }, () => backEnd)];
  return ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');
}

interface Haproxy {
  readonly frontEnd?: string;
  readonly backEnd?: string;
  readonly server?: string;
  readonly timeouts?: string;
}

function haproxy({ frontEnd = '', backEnd = '', server = '', timeouts = '' }: Haproxy): Gateway['configure'] {
  return (places) => `
global
  maxconn 200
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  ${timeouts}
frontend entrance
  bind 127.0.0.1:${places.port}
  ${frontEnd}
  default_backend pets
backend pets
  ${backEnd.replaceAll('DEAD', `server dead 127.0.0.1:${places.deadBackEnd}`)}
  server alive 127.0.0.1:${places.backEnd} ${server}
`;
}

const byAddress = (zone: string, rate: number): string =>
  `limit_req_zone $binary_remote_addr zone=${zone}:1m rate=${rate}r/s;`;

/** Every gateway that the suite is tested with. */
export const gateways: readonly Gateway[] = [
  {
    id: 'nginx-plain',
    title: 'nginx passes everything on.',
    program: 'nginx',
    configure: nginx({}),
    expects: 'conformant',
  },
  {
    id: 'nginx-rate-503',
    title: 'nginx passes 40 requests a second on, and responds 503 to others (its default).',
    program: 'nginx',
    configure: nginx({ http: byAddress('pets', 40), location: 'limit_req zone=pets;' }),
    expects: 'conformant',
    rate: 40,
  },
  {
    id: 'nginx-rate-429',
    title: 'nginx passes 40 requests a second on, and responds 429 to others, without Retry-After.',
    program: 'nginx',
    configure: nginx({ http: byAddress('pets', 40), location: 'limit_req zone=pets; limit_req_status 429;' }),
    expects: 'conformant',
    rate: 40,
  },
  {
    id: 'nginx-rate-retry-after',
    title: 'nginx passes 40 requests a second on, and responds 429 with Retry-After: 1 to others.',
    program: 'nginx',
    configure: nginx({
      http: byAddress('pets', 40),
      server: 'error_page 429 @slow; location @slow { add_header Retry-After 1 always; return 429; }',
      location: 'limit_req zone=pets; limit_req_status 429;',
    }),
    expects: 'conformant',
    rate: 40,
  },
  {
    id: 'nginx-rate-burst',
    title: 'nginx passes 60 requests a second on, delays a burst of 10, and responds 429 to others.',
    program: 'nginx',
    configure: nginx({ http: byAddress('pets', 60), location: 'limit_req zone=pets burst=10; limit_req_status 429;' }),
    expects: 'conformant',
    rate: 60,
  },
  {
    id: 'nginx-connections',
    title: 'nginx lets a client have two requests under way, and responds 503 to others.',
    program: 'nginx',
    configure: nginx({
      http: 'limit_conn_zone $binary_remote_addr zone=pets:1m;',
      location: 'limit_conn pets 2;',
    }),
    expects: 'conformant',
    delay: 10,
  },
  {
    id: 'nginx-back-end-connections',
    title: 'nginx has two connections to its service, and responds 502 if both are taken.',
    program: 'nginx',
    configure: nginx({ backEnds: ({ backEnd }) => `server 127.0.0.1:${backEnd} max_conns=2;` }),
    expects: 'conformant',
    delay: 10,
  },
  {
    id: 'nginx-reload',
    title: 'nginx reloads its configuration under load.',
    program: 'nginx',
    configure: nginx({}),
    expects: 'conformant',
    incident: 'reload',
  },
  {
    id: 'nginx-restart',
    title: 'nginx is killed under load, and starts again two seconds later.',
    program: 'nginx',
    configure: nginx({}),
    expects: 'conformant',
    incident: 'restart',
  },
  {
    id: 'nginx-maintenance',
    title: 'nginx responds with a 503 page for some seconds.',
    program: 'nginx',
    configure: nginx({ location: 'if (-f FOLDER/maintenance) { return 503; }' }),
    expects: 'conformant',
    incident: 'maintenance',
  },
  {
    id: 'nginx-dead-back-end',
    title: 'One of three back ends of nginx is dead: every third request gets 502.',
    program: 'nginx',
    configure: nginx({ backEnds: (places) => withDeadBackEnd(places, 2), location: 'proxy_next_upstream off;' }),
    expects: 'conformant',
  },
  {
    id: 'nginx-dead-back-end-by-path',
    title: 'One of two back ends of nginx is dead, and the path and query choose the back end.',
    program: 'nginx',
    configure: nginx({
      backEnds: (places) => `hash $request_uri; ${withDeadBackEnd(places, 1)}`,
      location: 'proxy_next_upstream off;',
    }),
    expects: 'inconclusive',
  },
  {
    id: 'nginx-client-certificate',
    title: 'nginx speaks TLS, and demands a certificate of the client.',
    program: 'nginx',
    configure: nginx({
      server: [
        'ssl_certificate FOLDER/server.pem;',
        'ssl_certificate_key FOLDER/server.key;',
        'ssl_client_certificate FOLDER/authority.pem;',
        'ssl_verify_client on;',
      ].join(' '),
    }),
    expects: 'conformant',
    demandsCertificate: true,
  },
  {
    id: 'haproxy-plain',
    title: 'haproxy passes everything on.',
    program: 'haproxy',
    configure: haproxy({}),
    expects: 'conformant',
  },
  {
    id: 'haproxy-rate-429',
    title: 'haproxy counts 40 requests a second, rejected ones too, and responds 429 to others.',
    program: 'haproxy',
    configure: haproxy({
      frontEnd: [
        'stick-table type ip size 1k expire 10s store http_req_rate(1s)',
        'http-request track-sc0 src',
        'http-request deny deny_status 429 if { sc_http_req_rate(0) gt 40 }',
      ].join('\n  '),
    }),
    expects: 'conformant',
    rate: 40,
  },
  {
    id: 'haproxy-rate-retry-after',
    title: 'haproxy counts 200 requests in five seconds, rejected ones too, and responds 429 with Retry-After: 5.',
    program: 'haproxy',
    configure: haproxy({
      frontEnd: [
        'stick-table type ip size 1k expire 10s store http_req_rate(5s)',
        'http-request track-sc0 src',
        'http-request return status 429 hdr Retry-After 5 if { sc_http_req_rate(0) gt 200 }',
      ].join('\n  '),
    }),
    expects: 'conformant',
    rate: 40,
  },
  {
    id: 'haproxy-connections-rejected',
    title: 'haproxy lets a client have four connections, and closes others.',
    program: 'haproxy',
    configure: haproxy({
      frontEnd: [
        'stick-table type ip size 1k expire 10s store conn_cur',
        'tcp-request connection track-sc0 src',
        'tcp-request connection reject if { sc_conn_cur(0) gt 4 }',
      ].join('\n  '),
    }),
    expects: 'conformant',
  },
  {
    id: 'haproxy-connections-queued',
    title: 'haproxy accepts four connections, and others wait until one of them closes.',
    program: 'haproxy',
    configure: haproxy({ frontEnd: 'maxconn 4', timeouts: 'timeout http-keep-alive 500ms' }),
    expects: 'conformant',
  },
  {
    id: 'haproxy-queue',
    title: 'haproxy sends the service one request at a time, and responds 503 after 60 ms in its queue.',
    program: 'haproxy',
    configure: haproxy({ server: 'maxconn 1', timeouts: 'timeout queue 60ms' }),
    expects: 'conformant',
    delay: 10,
  },
  {
    id: 'haproxy-restart',
    title: 'haproxy is killed under load, and starts again two seconds later.',
    program: 'haproxy',
    configure: haproxy({}),
    expects: 'conformant',
    incident: 'restart',
  },
  {
    id: 'haproxy-dead-back-end',
    title: 'One of two back ends of haproxy is dead: every other request is tried again there, and gets 503.',
    program: 'haproxy',
    configure: haproxy({ backEnd: 'balance roundrobin\n  retries 1\n  timeout connect 50ms\n  DEAD' }),
    expects: 'conformant',
  },
  {
    id: 'haproxy-dead-back-end-by-path',
    title: 'One of two back ends of haproxy is dead, and the path and query choose the back end.',
    program: 'haproxy',
    configure: haproxy({ backEnd: 'balance uri whole\n  retries 0\n  DEAD' }),
    expects: 'inconclusive',
  },
];
