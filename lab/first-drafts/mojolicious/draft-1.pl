#!/usr/bin/env perl
use Mojolicious::Lite -signatures;

my %pets = (
  1 => {id => 1, name => 'Rex',  categoryId => 1, status => 'available'},
  2 => {id => 2, name => 'Mia',  categoryId => 2, status => 'sold'},
  3 => {id => 3, name => 'Otto', categoryId => 1, status => 'pending'},
);
my $next_id = 4;

helper fail => sub ($c, $status, $code, $message) {
  $c->render(json => {code => $code, message => $message, status => $status}, status => $status);
};

under '/v1' => sub ($c) {
  my $header = $c->req->headers->authorization // '';
  return 1 if $header eq "Bearer $ENV{API_KEY}";
  $c->fail(401, 'unauthorized', 'Invalid API key');
  return undef;
};

get '/pets' => sub ($c) {
  my $limit  = $c->param('limit') // 20;
  my $status = $c->param('status');
  my @found = sort { $a->{id} <=> $b->{id} } values %pets;
  @found = grep { $_->{status} eq $status } @found if $status;
  splice @found, $limit if @found > $limit;
  $c->render(json => \@found);
};

post '/pets' => sub ($c) {
  my $body = $c->req->json;
  return $c->fail(400, 'invalid', 'name is required')       unless $body->{name};
  return $c->fail(400, 'invalid', 'categoryId is required') unless $body->{categoryId} =~ /^\d+$/;
  return $c->fail(400, 'invalid', 'unknown status')
    if $body->{status} && $body->{status} !~ /^(available|pending|sold)$/;
  my $pet = {id => $next_id++, map { $_ => $body->{$_} } qw(name categoryId status)};
  $pets{$pet->{id}} = $pet;
  $c->render(json => $pet, status => 201);
};

get '/pets/:petId' => sub ($c) {
  my $pet = $pets{$c->param('petId')} or return $c->fail(404, 'not_found', 'Pet not found');
  $c->render(json => $pet);
};

app->start('daemon', '-l', "http://127.0.0.1:$ENV{PORT}");
