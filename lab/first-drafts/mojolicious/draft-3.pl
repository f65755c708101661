#!/usr/bin/env perl
use Mojolicious::Lite -signatures;
use B;
use Mojo::JSON;

my %pets = (
  1 => {id => 1, name => 'Rex',  categoryId => 1, status => 'available'},
  2 => {id => 2, name => 'Mia',  categoryId => 2, status => 'sold'},
  3 => {id => 3, name => 'Otto', categoryId => 1, status => 'pending'},
);
my $next_id = 4;

# A number of JSON is no string in Perl until it is used as one.
sub is_number ($value) {
  return defined $value && !ref $value && !(B::svref_2object(\$value)->FLAGS & B::SVf_POK);
}

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
  @found = grep { ($_->{status} // '') eq $status } @found if $status;
  splice @found, $limit if @found > $limit;
  $c->render(json => \@found);
};

post '/pets' => sub ($c) {
  my $body = $c->req->json;
  return $c->fail(400, 'invalid', 'the body must be an object') unless ref $body eq 'HASH';
  my ($name, $category, $status) = @$body{qw(name categoryId status)};
  return $c->fail(400, 'invalid', 'name must be a string') if !defined $name || ref $name || is_number($name);
  return $c->fail(400, 'invalid', 'categoryId must be an integer')
    unless is_number($category) && $category =~ /^-?\d+\z/ && $category < 2**63;
  return $c->fail(400, 'invalid', 'unknown status')
    if exists $body->{status} && ($status // '') !~ /^(available|pending|sold)\z/;
  my $pet = {id => $next_id++, name => $name, categoryId => $category + 0};
  $pet->{status} = $status if defined $status;
  $pets{$pet->{id}} = $pet;
  $c->render(json => $pet, status => 201);
};

get '/pets/:petId' => sub ($c) {
  my $pet = $pets{$c->param('petId')} or return $c->fail(404, 'not_found', 'Pet not found');
  $c->render(json => $pet);
};

app->start('daemon', '-l', "http://127.0.0.1:$ENV{PORT}");
