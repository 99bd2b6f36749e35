#!/usr/bin/perl
# A program that plays at a server's table, in Perl, with nothing but its core modules:
#     perl examples/other_language/server_bot.pl http://localhost:8000/t/TABLE#SECRET      by the link of a seat
#     perl examples/other_language/server_bot.pl http://localhost:8000 ABCDEF              by the code of a table
# docs/protocol.md describes the requests, docs/bots.md the lines of the stream.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;

my $json = JSON::PP->new->utf8->canonical;
my ($server, $table, $secret) = $ARGV[0] =~ m{^(https?://[^/]+)/?(?:t/(\w+)#([\w-]+))?$} or die "which table?\n";
my %settings = (timeout => 60, default_headers => { 'content-type' => 'application/json' });
my $http = HTTP::Tiny->new(%settings);
my ($over, $answers, %routes) = (0, 0);

$settings{default_headers}{authorization} = 'Bearer ' . call('POST', '/api/keys')->{key};
my $myself = { name => 'Perl', program => JSON::PP::true };
if ($secret) {
    call('POST', "/api/tables/$table/seats/take", { %$myself, token => $secret });
}
else {
    $table = call('POST', '/api/join', { %$myself, code => $ARGV[1] })->{table}{id};
}

# The stream is read again from its start when it breaks off or the server starts again, until the game is over.
until ($over) {
    my $waiting = '';
    my $reader = sub {
        $waiting .= $_[0];
        while ($waiting =~ s/^(.*)\n//) {
            take($json->decode($1)) if length $1;    # an empty line: the server is still there
        }
    };
    my $answer = HTTP::Tiny->new(%settings)->get("$server/api/bot/tables/$table/stream", { data_callback => $reader });
    die $answer->{content} if $answer->{status} =~ /^4/;
    sleep 1 unless $over;
}

sub take {
    my ($message) = @_;
    if ($message->{message} eq 'hello') {
        %routes = map { $_->{id} => $_ } @{ $message->{board}{routes} };
    }
    elsif ($message->{message} eq 'choose') {
        my $move = choose(@{ $message->{moves} });
        my $id = join '-', $$, time, ++$answers;
        call('POST', "/api/bot/tables/$table/moves", { id => $id, seq => $message->{seq}, move => $move });
    }
    elsif ($message->{message} eq 'over') {
        print join(' ', 'points:', map { $_->{total} } @{ $message->{scores} }), "\n";
        $over = 1;
    }
    elsif ($message->{message} eq 'bye' && $message->{why} ne 'restart') {
        warn "no more to play: $message->{why}\n";
        exit 1;
    }
}

# The claim that brings the most; else a card.
sub choose {
    my @moves = @_;
    my ($best) = sort { worth($b) <=> worth($a) } grep { /^claim / } @moves;
    return $best if $best;
    my @cards = grep { /^(?:draw|take )/ } @moves;
    @moves = @cards if @cards;
    return $moves[rand @moves];
}

sub worth {
    return $routes{ (split ' ', $_[0])[1] }{points};
}

# A request, sent until there is an answer: the same `id` is never played twice. What is refused ends the program, but
# for a move that something else came before: the stream says what.
sub call {
    my ($method, $path, $body) = @_;
    while (1) {
        my $answer = $http->request($method, $server . $path, { $body ? (content => $json->encode($body)) : () });
        return $json->decode($answer->{content}) if $answer->{success};
        return {} if $answer->{status} == 409 && $path =~ m{/moves$};
        die "$method $path: $answer->{content}\n" if $answer->{status} =~ /^4/;
        sleep 1;    # the server is not there, or has troubles
    }
}
